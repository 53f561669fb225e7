/** A service that is slow because many ask it, on a clock of the test's own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send } from '../../../src/engines/openstack/client/http.ts';
import { Health } from '../../../src/engines/openstack/mirror/health.ts';
import { LatencyTracker } from '../../../src/engines/openstack/mirror/latency-tracker.ts';
import { Prober } from '../../../src/engines/openstack/mirror/prober.ts';
import { settings } from '../../../src/engines/openstack/settings.ts';
import { openTestStore } from '../../support/databases.ts';
import { Crowded, listAlways } from './support/crowded.ts';

const MINUTE = 60_000;
let nova: Crowded;
let health: Health;
let pulse: Prober;
let close: () => Promise<void>;
/** What was said of the service, and when. */
let story: { silent: boolean; at: number }[];

beforeEach(async () => {
  nova = new Crowded(4);
  const opened = await openTestStore('sqlite');
  close = opened.close;
  const log = pino({ level: 'silent' });
  const { outages } = settings.parse({ clouds_file: 'x', cloud: 'x' });
  const latency = new LatencyTracker(outages, () => nova.now);
  health = new Health(opened.store, 'cloud', log, latency, () => ['compute']);
  pulse = new Prober(nova, health, latency, log);
  pulse.watch(true);
  story = [];
  health.onChange(() => story.push({ silent: health.isSilent('compute'), at: nova.now }));
});

afterEach(async () => {
  await pulse.stop();
  await close();
});

/** How many requests were refused while the time went by. */
async function asked(ms: number): Promise<number> {
  let refused = 0;
  await nova.pass(ms, () => {
    pulse.look();
    if (health.closed('compute')) refused++;
  });
  return refused;
}

/** Milliseconds until it counts as gone. */
async function gone(): Promise<number> {
  const since = nova.now;
  await nova.pass(10 * MINUTE, () => {
    pulse.look();
    return !health.isSilent('compute');
  });
  expect(health.isSilent('compute')).toBe(true);
  return nova.now - since;
}

const crowd = (clients: number, cost: number): void => {
  for (let count = 0; count < clients; count++) void listAlways(nova, cost);
};

it('a service that twelve clients suddenly keep waiting for eight seconds is never gone, and refuses nobody', async () => {
  crowd(12, 2700);
  expect(await asked(10 * MINUTE)).toBe(0);
  expect(story).toEqual([]);
  expect(nova.slowest).toBeGreaterThan(8000);
  expect(nova.answers).toBeGreaterThan(700);
});

it('a service that more and more clients keep waiting, in the end for half a minute, is never gone', async () => {
  let refused = 0;
  for (let count = 0; count < 9; count++) {
    crowd(4, 3000);
    refused += await asked(MINUTE);
  }
  expect(refused).toBe(0);
  expect(story).toEqual([]);
  expect(nova.slowest).toBeGreaterThan(25_000);
});

it('a service that is taken for gone because it became far slower at once is so once, and not again', async () => {
  crowd(12, 6000);
  await asked(10 * MINUTE);
  expect(story.map(({ silent }) => silent)).toEqual([true, false]);
  expect(story[1]!.at).toBeLessThan(MINUTE);
});

it('a busy service that hangs is gone within four times its slowest answer, and back as soon as it answers', async () => {
  crowd(12, 2700);
  await asked(2 * MINUTE);
  nova.hangs = true;
  const seen = await gone();
  expect(seen).toBeLessThanOrEqual(4 * nova.slowest);
  expect(seen).toBeGreaterThan(10_000);
  expect(health.closed('compute')).toMatchObject({ code: 'engine_unavailable', detail: expect.stringMatching(/^compute: no answer/) });
  nova.hangs = false;
  await asked(MINUTE);
  expect(story.map(({ silent }) => silent)).toEqual([true, false]);
});

it('a fast service that hangs is gone within ten seconds', async () => {
  await asked(MINUTE);
  nova.hangs = true;
  expect(await gone()).toBeLessThanOrEqual(10_000);
});

it('a service that hangs is gone within ten seconds where its slow answer is over five minutes old', async () => {
  void nova.ask(9000).then((took) => health.observer('compute', null, took));
  await asked(MINUTE);
  await asked(5 * MINUTE);
  nova.hangs = true;
  expect(await gone()).toBeLessThanOrEqual(10_000);
});

it('a request that has waited through an outage does not delay the notice of the next outage', async () => {
  await asked(MINUTE);
  nova.hangs = true;
  void nova.ask(50).then((took) => health.observer('compute', null, took));
  await asked(MINUTE);
  nova.hangs = false;
  await asked(2 * MINUTE);
  nova.hangs = true;
  expect(await gone()).toBeLessThanOrEqual(10_000);
});

it('a service that takes no connections is gone within five seconds, however slow it was', async () => {
  crowd(12, 2700);
  await asked(2 * MINUTE);
  // The process ends: what it had taken breaks off, and nobody listens.
  nova.dies();
  expect(await gone()).toBeLessThanOrEqual(5000);
});

it('one connection that breaks, of many, makes no outage of a busy service', async () => {
  crowd(12, 2700);
  await asked(MINUTE);
  nova.breakOff();
  expect(await asked(MINUTE)).toBe(0);
  expect(story).toEqual([]);
});

it('a request may take as long as the service takes lately, whatever its limit is', async () => {
  expect(health.patience('compute', 20_000, true)).toBe(20_000);
  health.observer('compute', null, 9899.9);
  expect(health.patience('compute', 20_000, true)).toBe(39_600);
  expect(health.patience('compute', 20_000, false)).toBe(39_600);
});

it('a service that nobody has heard of yet is gone after ten seconds, and not before', async () => {
  nova.hangs = true;
  const seen = await gone();
  expect(seen).toBeGreaterThanOrEqual(10_000);
  expect(seen).toBeLessThanOrEqual(11_500);
});

it('twelve clients that are all answered at once, the slowest after 12.2 seconds, make no outage of it', async () => {
  const ask = (cost: number) => void nova.ask(cost).then((took) => health.observer('compute', null, took));
  // One after the other they take 3.1 seconds, while probes between them are answered at once.
  ask(3100);
  let refused = await asked(MINUTE);
  for (let round = 0; round < 3; round++) {
    for (let client = 0; client < 12; client++) ask(50);
    nova.hangs = true;
    refused += await asked(11_600);
    nova.hangs = false;
    refused += await asked(10_000);
  }
  expect(refused).toBe(0);
  expect(story).toEqual([]);
  expect(nova.slowest).toBeGreaterThan(11_600);
});

it('answers that have come are no silence, however long they wait to be read', async () => {
  nova.hangs = true;
  for (let minute = 0; minute < 6; minute++) {
    health.heard('compute');
    expect(await asked(9000)).toBe(0);
  }
  expect(story).toEqual([]);
});

it('a request tells of an answer at its first and its last byte, and of none where a proxy says that nobody is there', async () => {
  let status = 200;
  const server = createServer((_request, response) => void response.writeHead(status).end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const heard = vi.fn();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = () => send({ service: 'compute', method: 'GET', url, headers: {}, timeLimit: 5000, heard });
  await ask();
  expect(heard).toHaveBeenCalledTimes(2);
  status = 503;
  await expect(ask()).rejects.toMatchObject({ httpStatus: 503 });
  expect(heard).toHaveBeenCalledTimes(2);
  server.closeAllConnections();
  server.close();
});
