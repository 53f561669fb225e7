/** Who counts as silent: decided by probes alone, each of them on a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Api } from '../../../src/engines/openstack/client/api.ts';
import { ServiceAccount } from '../../../src/engines/openstack/client/tokens.ts';
import { Health } from '../../../src/engines/openstack/mirror/health.ts';
import { isOverdue, isSilence, Pulse } from '../../../src/engines/openstack/mirror/pulse.ts';
import type { Store } from '../../../src/store/port.ts';
import { openTestStore } from '../../support/databases.ts';
import { Door } from './support/door.ts';

const SERVICE = 'identity';
const WAIT = { timeout: 30_000 };

describe('a probe that has no answer', () => {
  // Moments in milliseconds: when it was sent, when the service last answered anything, and now.
  it.each([
    { of: 'a service that answers nothing', sentAt: 1000, answeredAt: 900, now: 3400, overdue: false },
    { of: 'one that has answered nothing for long', sentAt: 1000, answeredAt: 900, now: 3500, overdue: true },
    { of: 'one that has never answered', sentAt: 1000, answeredAt: -Infinity, now: 3500, overdue: true },
    { of: 'one that answers others', sentAt: 1000, answeredAt: 2000, now: 4400, overdue: false },
    { of: 'one that has answered others, and no longer does', sentAt: 1000, answeredAt: 2000, now: 4500, overdue: true },
    { of: 'one that answers others for ever', sentAt: 1000, answeredAt: 5900, now: 6000, overdue: true },
  ])('of $of at $now: given up: $overdue', ({ sentAt, answeredAt, now, overdue }) => {
    expect(isOverdue({ sentAt, answeredAt }, now)).toBe(overdue);
  });

  it.each([
    { why: 'nothing was answered since', answeredAt: 900, refused: false, now: 3500, silent: true },
    { why: 'others were answered until a moment ago: slow', answeredAt: 5900, refused: false, now: 6000, silent: false },
    { why: 'others were answered, and then nobody', answeredAt: 2000, refused: false, now: 4500, silent: true },
    { why: 'it failed at once, and others are answered', answeredAt: 1010, refused: false, now: 1020, silent: false },
    { why: 'the connection was refused', answeredAt: 900, refused: true, now: 1001, silent: true },
    { why: 'the connection was refused, and others are answered on kept ones', answeredAt: 1001, refused: true, now: 1001, silent: true },
  ])('$why: silent $silent', ({ answeredAt, refused, now, silent }) => {
    expect(isSilence({ sentAt: 1000, answeredAt }, refused, now)).toBe(silent);
  });
});

describe('the pulse of a service', () => {
  let door: Door;
  let store: Store;
  let health: Health;
  let pulse: Pulse;
  let close: () => Promise<void>;
  /** Whether it was silent at each change. */
  let story: boolean[];

  beforeEach(async () => {
    door = new Door();
    await door.open();
    ({ store, close } = await openTestStore('sqlite'));
    const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
    health = new Health(store, 'cloud', log, () => [SERVICE]);
    const keystone = { authUrl: `${door.url}/v3`, timeLimit: 60_000 };
    const account = new ServiceAccount(keystone, {});
    const api = new Api({ ...keystone, account, region: undefined, interface: 'public', witness: health.witness, breaker: health });
    pulse = new Pulse(api, health, log);
    story = [];
    health.onChange(() => story.push(health.isSilent(SERVICE)));
    pulse.watch(true);
    pulse.start();
    await expect.poll(() => door.asked, WAIT).toContain('/v3/');
  });

  afterEach(async () => {
    door.close();
    await pulse.stop();
    await close();
  });

  const silent = async (is: boolean) => {
    await expect.poll(() => health.isSilent(SERVICE), WAIT).toBe(is);
  };

  /** Somebody who is answered all the time on a connection that was opened while that was possible. */
  function regular() {
    const leaving = new AbortController();
    const { signal } = leaving;
    const guest = { answers: 0, leave: async () => {} };
    const visits = (async () => {
      for (; !signal.aborted; await sleep(20)) {
        await (await fetch(`${door.url}/things`)).text();
        health.witness(SERVICE, null);
        guest.answers++;
      }
    })();
    guest.leave = async () => {
      leaving.abort();
      await visits;
    };
    return guest;
  }

  it('is gone when new connections are refused, although kept ones are answered, until one is taken again', async () => {
    const guest = regular();
    await expect.poll(() => guest.answers, WAIT).toBeGreaterThan(2);
    door.shut();
    await silent(true);
    expect(health.closed(SERVICE)).toMatchObject({ code: 'engine_unavailable', detail: expect.stringContaining('ECONNREFUSED') });
    const { answers } = guest;
    await expect.poll(() => guest.answers, WAIT).toBeGreaterThan(answers + 100);
    expect(story).toEqual([true]);
    await door.open();
    await silent(false);
    await guest.leave();
    expect(story).toEqual([true, false]);
  });

  it('is gone when what was asked before has been answered and nothing after it', async () => {
    const guest = regular();
    await expect.poll(() => guest.answers, WAIT).toBeGreaterThan(2);
    door.hangs = (path) => path === '/v3/';
    const probes = door.asked.length;
    await expect.poll(() => door.asked.slice(probes), WAIT).toContain('/v3/');
    await guest.leave();
    await silent(true);
    door.release();
    await silent(false);
    expect(story).toEqual([true, false]);
  });
});
