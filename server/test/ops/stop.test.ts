import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { FULL } from '../../../tools/lib/tier.ts';
import { Client } from '../support/client.ts';
import { testDatabaseUrl } from '../support/databases.ts';
import { startServer, type RunningServer } from '../support/process.ts';
import { listen } from '../../../fakes/socket.ts';

const KEY = 'the secret key of both replicas here';
/** Milliseconds that building a server takes: long enough for the replica that began it to be gone. */
const BUILD = 8_000;

const folder = mkdtempSync(join(tmpdir(), 'gantry-stop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A request that has begun and does not end: its body never comes. */
async function halfRequest(server: RunningServer): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(server.selfService);
  const socket = connectTcp(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('POST /api/v2/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await expect.poll(() => requestsUnderWay(server)).toBe(2);
  return { closed: once(socket.resume(), 'close') };
}

async function requestsUnderWay(server: RunningServer): Promise<number> {
  const { text } = await new Client(server.administration).raw('GET', '/metrics');
  return Number(/^gantry_http_requests_in_flight (\d+)$/m.exec(text)?.[1]);
}

describe('a stop on request', () => {
  it('a stop hands tasks and leases over at once: another replica carries on, sockets are told, nothing is lost', FULL, async () => {
    const databaseUrl = await testDatabaseUrl('postgres');
    const replica = (name: string) =>
      startServer({
        data: join(folder, name),
        databaseUrl,
        env: { GANTRY_SECRET_KEY: KEY, GANTRY_LEASE_SECONDS: '60' },
        embedded: { timings: { build: BUILD, start: 0, stop: 0, reboot: 0, delete: 0 } },
      });
    const first = await replica('first');
    const lead = await first.as('acme-lead', 'acme-prod');
    const [flavor] = (await lead.call(nouns.flavors.calls.list, { query: { sort: 'name:asc' } })).data;
    const [image] = (await lead.call(nouns.images.calls.list)).data;
    const [network] = (await lead.call(nouns.networks.calls.list)).data;
    const body = { name: 'handed over', flavor_id: flavor!.id, image_id: image!.id, network_ids: [network!.id] };
    const { id, task_id } = await lead.call(nouns.servers.calls.create, { body });
    const socket = await listen(first.selfService, lead);
    expect(await first.stop(), first.err()).toBe(0);
    expect(socket.signals).toEqual(['about_to_stop', 'disconnect']);

    const client = new pg.Client(databaseUrl);
    await client.connect();
    const held = `select lease_owner as owner from task_runs where lease_owner is not null union all select owner from leases`;
    expect((await client.query(held)).rows).toEqual([]);
    const open = await client.query(`select id from task_runs where phase <> 'ended'`);
    expect(open.rows).toEqual([{ id: task_id }]);
    await client.end();

    // Leases would last a minute: who comes next does not wait for their end.
    const second = await replica('second');
    const again = new Client(second.selfService, lead.headers);
    const task = () => again.call(nouns.tasks.calls.read, { params: { taskId: task_id } });
    await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('success');
    expect((await again.call(nouns.servers.calls.read, { params: { serverId: id! } })).status).toBe('ACTIVE');
    expect(await second.stop()).toBe(0);
  });

  it('two signals that come together are one request to stop, as Ctrl+C sends them through npm', async () => {
    const server = await startServer({ data: join(folder, 'twice') });
    // Two of a kind could arrive as one.
    server.signal('SIGINT');
    server.signal('SIGTERM');
    expect(await server.ended, server.err()).toBe(0);
  });

  it('a stop waits for a request under way, and ends at once at a second signal', FULL, async () => {
    const server = await startServer({ data: join(folder, 'forced') });
    const { closed } = await halfRequest(server);
    server.signal('SIGTERM');
    let over = false;
    void server.ended.then(() => (over = true));
    const began = performance.now();
    // It listens no more, but is still there.
    await expect.poll(() => new Client(server.selfService).raw('GET', '/healthz').then(String, () => 'refused')).toBe('refused');
    while (!over) {
      server.signal('SIGTERM');
      await sleep(50);
    }
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/A second signal: the server ends at once/);
    expect(performance.now() - began).toBeGreaterThan(900);
    await closed;
  });

  it('a stop ends in order although a request under way never ends', FULL, async () => {
    const server = await startServer({ data: join(folder, 'bounded') });
    const { closed } = await halfRequest(server);
    expect(await server.stop(), server.err()).toBe(0);
    await closed;
  });
});
