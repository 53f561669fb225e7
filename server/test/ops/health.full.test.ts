import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { isEmbedded } from '../../src/engines/embedded/index.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { StoreUnavailable } from '../../src/store/open.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { listen } from '../../../fakes/socket.ts';
import { readExposition, type Family } from './support/exposition.ts';

const TOKEN = 'a-token-for-prometheus';

describe.each(databases)('operations on $name', ({ name: database }) => {
  let app: TestApp;
  let anybody: Client;
  let operator: Client;
  let prometheus: Client;
  let free = 10_000_000_000;
  beforeAll(async () => {
    app = await startTestApp({ database, freeBytes: async () => free, env: { GANTRY_SAMPLE_SERVERS: '2', GANTRY_METRICS_TOKEN: TOKEN } });
    anybody = new Client(app.app.selfServiceUrl);
    operator = new Client(app.app.adminUrl);
    prometheus = operator.with({ authorization: `Bearer ${TOKEN}` });
  });
  afterAll(() => app.close());

  async function figures(): Promise<Map<string, Family>> {
    const reply = await prometheus.raw('GET', '/metrics');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    return readExposition(reply.text);
  }
  const valueOf = (all: Map<string, Family>, name: string, labels: Record<string, string> = {}): number | undefined =>
    [...all.values()]
      .flatMap(({ samples }) => samples)
      .find((sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels))?.value;

  it('the health check answers on both sides, to anybody, at the origin only', async () => {
    for (const client of [anybody, operator]) {
      const reply = await client.raw('GET', '/healthz');
      expect([reply.status, reply.text, reply.headers.get('cache-control')]).toEqual([200, 'ok\n', 'no-store']);
      for (const path of ['/healthz', '/readyz', '/metrics'])
        expect((await client.raw('GET', `/api/agent_direct/7/lca${path}`)).status, path).toBe(404);
    }
  });

  it('the readiness check tells about its parts on the administration side only', async () => {
    const open = await anybody.raw('GET', '/readyz');
    expect([open.status, open.json]).toEqual([200, { ready: true }]);
    const full = await operator.raw('GET', '/readyz');
    expect(full.json).toEqual({
      ready: true,
      stopping: false,
      store: { reachable: true },
      disk: { free_bytes: free, full: false },
      engines: [{ id: 'embedded', type: 'embedded', reachable: true, down_since: null, as_of: null, services: [], doubts: [] }],
    });
  });

  it('the server stays ready while a cloud is silent, and says which one and since when', async () => {
    const engine = app.app.engines.find(isEmbedded)!;
    const before = new Date().toISOString();
    engine.setOutage(true);
    try {
      const reply = await operator.raw('GET', '/readyz');
      const { ready, engines } = reply.json as { ready: boolean; engines: { reachable: boolean; down_since: string }[] };
      expect([reply.status, ready, engines[0]?.reachable]).toEqual([200, true, false]);
      expect(engines[0]!.down_since >= before && engines[0]!.down_since <= new Date().toISOString()).toBe(true);
      const all = await figures();
      expect(valueOf(all, 'gantry_engine_up', { engine: 'embedded', type: 'embedded' })).toBe(0);
      expect(valueOf(all, 'gantry_engine_down_since_seconds', { engine: 'embedded' })).toBeCloseTo(
        Date.parse(engines[0]!.down_since) / 1000,
        2,
      );
    } finally {
      engine.setOutage(false);
    }
    const all = await figures();
    expect(valueOf(all, 'gantry_engine_up', { engine: 'embedded', type: 'embedded' })).toBe(1);
    expect(all.has('gantry_engine_down_since_seconds')).toBe(false);
  });

  it('the server is not ready without its store, and ready again with it; the figures say so', async () => {
    const { ping, figures: read } = app.store;
    const fail = (): Promise<never> => Promise.reject(new StoreUnavailable(new Error('gone')));
    Object.assign(app.store, { ping: fail, figures: fail });
    try {
      expect((await anybody.raw('GET', '/readyz')).status).toBe(503);
      const reply = await operator.raw('GET', '/readyz');
      expect([reply.status, reply.json]).toMatchObject([503, { ready: false, store: { reachable: false } }]);
      expect((await operator.raw('GET', '/healthz')).status).toBe(200);
      const all = await figures();
      expect(valueOf(all, 'gantry_store_up')).toBe(0);
      expect(all.has('gantry_store_size_bytes')).toBe(false);
    } finally {
      Object.assign(app.store, { ping, figures: read });
    }
    expect((await operator.raw('GET', '/readyz')).status).toBe(200);
    expect(valueOf(await figures(), 'gantry_store_up')).toBe(1);
  });

  it('readiness tells the free space of the data folder, and fails where the store is in it and there is hardly any', async () => {
    const before = free;
    try {
      free = 67_108_863;
      const reply = await operator.raw('GET', '/readyz');
      const full = database === 'sqlite';
      expect([reply.status, reply.json]).toMatchObject([full ? 503 : 200, { ready: !full, disk: { free_bytes: 67_108_863, full } }]);
      expect((await anybody.raw('GET', '/readyz')).json).toEqual({ ready: !full });
      expect(valueOf(await figures(), 'gantry_data_folder_free_bytes')).toBe(67_108_863);
      free = 67_108_864;
      expect((await operator.raw('GET', '/readyz')).status).toBe(200);
    } finally {
      free = before;
    }
  });

  it('the server is not ready while its store has no room, and ready again when it has', async () => {
    const { hasRoom } = app.store;
    Object.assign(app.store, { hasRoom: async () => false });
    try {
      const reply = await operator.raw('GET', '/readyz');
      expect([reply.status, reply.json]).toMatchObject([503, { ready: false, store: { reachable: true }, disk: { full: true } }]);
    } finally {
      Object.assign(app.store, { hasRoom });
    }
    expect((await operator.raw('GET', '/readyz')).status).toBe(200);
  });

  it('the figures need the token, and are not served on the self-service side', async () => {
    for (const client of [operator, operator.with({ authorization: 'Bearer wrong' }), operator.with({ authorization: TOKEN })]) {
      const reply = await client.raw('GET', '/metrics');
      expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(reply.text).not.toContain('gantry_');
    }
    const reply = await anybody.with({ authorization: `Bearer ${TOKEN}` }).raw('GET', '/metrics');
    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('gantry_');
  });

  it('the figures count requests by call and status, whoever invents addresses', async () => {
    const lead = await app.as('acme-lead', 'acme-prod');
    const before = await figures();
    const call = 'servers.list';
    await lead.call(nouns.servers.calls.list);
    await lead.call(nouns.servers.calls.list);
    await app.nobody.reply(nouns.servers.calls.list);
    for (const path of ['/api/x1', '/api/x2', '/x3', '/x4']) await lead.raw('GET', path);
    const after = await figures();
    const grown = (name: string, labels: Record<string, string>): number =>
      (valueOf(after, name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0);
    expect(grown('gantry_http_requests_total', { call, status: '200' })).toBe(2);
    expect(grown('gantry_http_requests_total', { call, status: '401' })).toBe(1);
    expect(grown('gantry_http_request_duration_seconds_count', { call })).toBe(3);
    expect(grown('gantry_http_requests_total', { call: 'unknown', status: '404' })).toBe(2);
    expect(valueOf(after, 'gantry_http_requests_in_flight')).toBe(1);
    const names = after.get('gantry_http_requests_total')!.samples.map(({ labels }) => labels['call']);
    expect(names.filter((name) => /x\d/.test(name!))).toEqual([]);
  });

  it('the figures count tasks, events and sockets, and know leases, log and size', async () => {
    const lead = await app.as('acme-lead', 'acme-prod');
    const listening = await listen(app.url, lead);
    const before = await figures();
    expect(valueOf(before, 'gantry_sockets_open')).toBe(1);
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const { task_id } = await lead.call(nouns.servers.calls.update, {
      params: { serverId: server!.id },
      body: { name: `counted-${database}` },
    });
    await app.ended(lead, task_id);
    await expect.poll(() => listening.events.some(({ channel }) => channel === 'compute')).toBe(true);
    const ended = { command: 'server.update', state: 'success' };
    await expect.poll(async () => valueOf(await figures(), 'gantry_tasks_ended_total', ended)).toBe(1);
    const after = await figures();
    expect(valueOf(after, 'gantry_task_duration_seconds_count', { command: 'server.update' })).toBe(1);
    expect(valueOf(after, 'gantry_events_sent_total', { channel: 'compute' })).toBeGreaterThan(
      valueOf(before, 'gantry_events_sent_total', { channel: 'compute' }) ?? 0,
    );
    expect(valueOf(after, 'gantry_change_log_head')).toBe(await app.store.changes.head());
    expect(valueOf(after, 'gantry_change_log_head')).toBeGreaterThan(valueOf(before, 'gantry_change_log_head')!);
    expect(valueOf(after, 'gantry_store_size_bytes')).toBeGreaterThan(100_000);
    expect(valueOf(after, 'gantry_tasks_open', { phase: 'accepted' })).toBe(0);
    listening.close();
    await expect.poll(async () => valueOf(await figures(), 'gantry_sockets_open')).toBe(0);
    const owner = 'someone else';
    await app.store.leases.hold('test', owner, 60_000);
    expect(valueOf(await figures(), 'gantry_lease_held', { lease: 'test' })).toBe(0);
    await app.store.leases.release('test', owner);
    expect(valueOf(await figures(), 'gantry_lease_held', { lease: 'test' })).toBeUndefined();
  });
});

describe('the operations guide', () => {
  it('the operations guide names every figure', () => {
    const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const names = [...createMetrics().registry.names()];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});
