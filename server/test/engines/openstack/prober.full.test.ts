/** Who counts as silent: decided by probes alone, each of them on a connection of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Api } from '../../../src/engines/openstack/client/api.ts';
import { ServiceAccount } from '../../../src/engines/openstack/client/tokens.ts';
import { Health } from '../../../src/engines/openstack/mirror/health.ts';
import { LatencyTracker } from '../../../src/engines/openstack/mirror/latency-tracker.ts';
import { isOverdue, isSilence, Prober } from '../../../src/engines/openstack/mirror/prober.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { openTestStore } from '../../support/databases.ts';
import { Door } from './support/door.ts';

const SERVICE = 'identity';
const WAIT = { timeout: 30_000 };

describe('a probe that has no answer', () => {
  // Moments in milliseconds: since when the service is asked, when this probe was sent, when the service last answered anything, and now.
  it.each([
    { of: 'a service that answers nothing', since: 1000, sentAt: 1000, answeredAt: 900, now: 10_999, overdue: false },
    { of: 'one that has answered nothing for long', since: 1000, sentAt: 1000, answeredAt: 900, now: 11_000, overdue: true },
    { of: 'one that has never answered', since: 1000, sentAt: 1000, answeredAt: -Infinity, now: 11_000, overdue: true },
    { of: 'one that did not answer the probe before', since: 1000, sentAt: 9000, answeredAt: 900, now: 11_000, overdue: true },
    { of: 'one that answers others', since: 1000, sentAt: 1000, answeredAt: 5000, now: 14_999, overdue: false },
    { of: 'one that has answered others, and no longer does', since: 1000, sentAt: 1000, answeredAt: 5000, now: 15_000, overdue: true },
    { of: 'one that answers others for ever', since: 1000, sentAt: 1000, answeredAt: 30_900, now: 31_000, overdue: true },
  ])('a probe of $of at $now: given up: $overdue', ({ since, sentAt, answeredAt, now, overdue }) => {
    expect(isOverdue({ since, sentAt, answeredAt }, now, 10_000)).toBe(overdue);
  });

  it.each([
    { why: 'nothing was answered for as long as that means something', failing: 'late', answeredAt: 900, now: 11_000, silent: true },
    { why: 'nothing was answered yet: slow', failing: 'late', answeredAt: 900, now: 10_999, silent: false },
    { why: 'others were answered until a moment ago: slow', failing: 'late', answeredAt: 20_900, now: 21_000, silent: false },
    { why: 'others were answered, and then nobody', failing: 'late', answeredAt: 2000, now: 12_000, silent: true },
    { why: 'the connection broke, and others are answered', failing: 'broken', answeredAt: 1010, now: 1020, silent: false },
    { why: 'the connection broke, and nothing else was answered', failing: 'broken', answeredAt: 900, now: 1020, silent: true },
    { why: 'the connection was refused', failing: 'refused', answeredAt: 900, now: 1001, silent: true },
    { why: 'it was refused, and others are answered on kept connections', failing: 'refused', answeredAt: 1001, now: 1001, silent: true },
  ] as const)('after a failed probe of a service, $why: silent $silent', ({ failing, answeredAt, now, silent }) => {
    expect(isSilence(failing, { since: 1000, sentAt: 1000, answeredAt }, now, 10_000)).toBe(silent);
  });
});

describe('the probes of a service', () => {
  let door: Door;
  let store: Store;
  let health: Health;
  let pulse: Prober;
  let close: () => Promise<void>;
  /** Whether it was silent at each change. */
  let story: boolean[];

  beforeEach(async () => {
    door = new Door();
    await door.open();
    ({ store, close } = await openTestStore('sqlite'));
    const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
    const latency = new LatencyTracker({ probe: 0.5, again: 0.5, silence: 2, times: 4, lately: 300 });
    health = new Health(store, 'cloud', log, latency, () => [SERVICE]);
    const keystone = { authUrl: `${door.url}/v3`, timeLimit: 60_000 };
    const account = new ServiceAccount(keystone, {});
    const api = new Api({ ...keystone, account, region: undefined, interface: 'public', observer: health.observer, breaker: health });
    pulse = new Prober(api, health, latency, log);
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
        health.observer(SERVICE, null, 1);
        guest.answers++;
      }
    })();
    guest.leave = async () => {
      leaving.abort();
      await visits;
    };
    return guest;
  }

  it('a service is gone when new connections are refused, although kept ones are answered, until one is taken again', async () => {
    const guest = regular();
    await expect.poll(() => guest.answers, WAIT).toBeGreaterThan(2);
    door.shut();
    await silent(true);
    expect(health.closed(SERVICE)).toMatchObject({ code: 'engine_unavailable', detail: expect.stringMatching(/takes no connections$/) });
    // What a tenant reads of it says nothing in the words of the system.
    expect(health.closed(SERVICE)!.detail).not.toMatch(/ECONN/);
    const { answers } = guest;
    await expect.poll(() => guest.answers, WAIT).toBeGreaterThan(answers + 100);
    expect(story).toEqual([true]);
    await door.open();
    await silent(false);
    await guest.leave();
    expect(story).toEqual([true, false]);
  });

  it('a service is gone when what was asked before has been answered and nothing after it', async () => {
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
