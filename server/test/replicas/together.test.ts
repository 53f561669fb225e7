import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { FULL } from '../../../tools/lib/tier.ts';
import type { Client } from '../support/client.ts';
import { testDatabaseUrl } from '../support/databases.ts';
import type { RunningServer } from '../support/process.ts';
import { listen, type Listening } from '../../../fakes/socket.ts';
import { ingredients } from '../support/ingredients.ts';
import { endOf, replicasOn, type Logged, type Replicas } from './support/replicas.ts';

/** The same session and scope at another replica. */
const at = (server: RunningServer, client: Client): Client => client.at(server.selfService);

describe('two replicas', () => {
  let replicas: Replicas;
  let servers: RunningServer[];
  let one: RunningServer;
  let two: RunningServer;

  beforeAll(async () => {
    replicas = await replicasOn((await testDatabaseUrl('postgres', true))!);
    // At the same moment, on a database without a schema.
    servers = await Promise.all([replicas.start(), replicas.start()]);
    [one, two] = servers as [RunningServer, RunningServer];
  });
  afterAll(() => replicas.end());

  it('two replicas make one installation of an empty database, whoever comes first', async () => {
    const admin = await one.as('admin', 'own');
    const count = async (client: Client) => (await client.call(nouns.servers.calls.list, { query: { limit: 1, with_count: true } })).count;
    expect([await count(admin), await count(at(two, admin))]).toEqual([6, 6]);
    const told = servers.map((server) => server.out().includes('Sign in with'));
    expect(told.filter(Boolean)).toHaveLength(1);
  });

  it('two replicas know each other’s sessions, scopes and ends of sessions', async () => {
    const member = await one.as('acme-member', 'acme-prod');
    const there = at(two, member);
    expect((await there.call(nouns.session.calls.whoami)).name).toBe('acme-member');
    const { data } = await there.call(nouns.servers.calls.list, { query: { limit: 50 } });
    expect(data).toHaveLength(6);
    await there.call(nouns.session.calls.logout);
    expect((await member.refused(nouns.servers.calls.list, { query: {} })).status).toBe(401);
  });

  it('each of two replicas shows at once what was asked of the other one', async () => {
    const member = await one.as('acme-member', 'acme-prod');
    const there = at(two, member);
    const body = { ...(await ingredients(member)), name: 'made at one' };
    const { id, task_id } = await member.call(nouns.servers.calls.create, { body });
    expect(await there.call(nouns.servers.calls.read, { params: { serverId: id! } })).toMatchObject({ name: 'made at one' });
    expect(await endOf(there, task_id)).toMatchObject({ state: 'success' });
    const { task_id: removal } = await there.call(nouns.servers.calls.delete, { params: { serverId: id! } });
    expect(await endOf(member, removal)).toMatchObject({ state: 'success' });
    expect((await member.refused(nouns.servers.calls.read, { params: { serverId: id! } })).status).toBe(404);
  });

  it('two replicas tell their sockets of the same changes, each once and in the order of the log', FULL, async () => {
    const member = await one.as('acme-member', 'acme-prod');
    const there = at(two, member);
    const since = (await replicas.log()).at(-1)?.seq ?? 0;
    const sockets = await Promise.all([listen(one.selfService, member), listen(two.selfService, member)]);
    const { data } = await member.call(nouns.servers.calls.list, { query: { limit: 50, status: 'ACTIVE' } });
    const asked = await Promise.all(
      data.map(({ id }, index) =>
        (index % 2 === 0 ? member : there).call(nouns.servers.calls.reboot, { params: { serverId: id }, body: { type: 'SOFT' } }),
      ),
    );
    for (const { task_id } of asked) expect(await endOf(member, task_id)).toMatchObject({ state: 'success' });
    const log = await replicas.log();
    const last = log.at(-1)!.seq;
    for (const socket of sockets)
      await expect.poll(() => Math.max(0, ...socket.events.map(({ event }) => event.seq))).toBeGreaterThanOrEqual(last);
    for (const socket of sockets) expectToldOnce(socket, log, since, data.length);
    for (const socket of sockets) socket.close();
  });

  it('two replicas number changes in the order of commits: who reads on from the last number misses nothing', FULL, async () => {
    const member = await one.as('acme-member', 'acme-prod');
    const { data } = await member.call(nouns.servers.calls.list, { query: { limit: 50 } });
    const start = (await replicas.log()).at(-1)!.seq;
    const seen: number[] = [];
    let writing = true;
    const reading = (async () => {
      for (let position = start, last = false; !last;) {
        last = !writing;
        const { rows } = await replicas.sql.query<{ seq: number }>('select seq::int from changes where seq > $1 order by seq', [position]);
        seen.push(...rows.map(({ seq }) => seq));
        position = rows.at(-1)?.seq ?? position;
      }
    })();
    const rounds = Array.from({ length: 5 }, (_, round) => round);
    await Promise.all(
      servers.flatMap((server, which) =>
        data.map(async ({ id }) => {
          for (const round of rounds)
            await at(server, member).call(nouns.servers.calls.update, {
              params: { serverId: id },
              body: { description: `${which} ${round}` },
            });
        }),
      ),
    );
    writing = false;
    await reading;
    const all = (await replicas.log()).filter(({ seq }) => seq > start);
    expect(all.filter(({ kind }) => kind === 'server')).toHaveLength(2 * rounds.length * data.length);
    expect(seen).toEqual(all.map(({ seq }) => seq));
  });

  it('the logs of two replicas that work together are free of errors', () => {
    for (const server of servers) expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

/**
 * Each told number is in the log, no number is told twice, and none after a greater one of its channel. Of entries that are told together
 * only the last one of each thing is told, so that what is certain to be told is each thing's last entry.
 */
function expectToldOnce({ changes, events }: Listening, log: readonly Logged[], since: number, servers: number): void {
  const told = changes();
  const numbers = told.map(({ seq }) => seq);
  expect(new Set(numbers).size).toBe(numbers.length);
  const known = new Map(log.map((entry) => [entry.seq, entry]));
  for (const { seq, id, entity, revision } of told) expect(known.get(seq)).toMatchObject({ id, kind: entity, revision });
  for (const channel of new Set(events.map((one) => one.channel))) {
    const ofChannel = events.filter((one) => one.channel === channel).flatMap(({ event }) => event.changes.map(({ seq }) => seq));
    expect(ofChannel).toEqual(ofChannel.toSorted((a, b) => a - b));
  }
  const lastOf = new Map(log.filter(({ seq }) => seq > since).map(({ kind, id, seq }) => [`${kind} ${id}`, seq]));
  expect([...lastOf.keys()].filter((key) => key.startsWith('server '))).toHaveLength(servers);
  for (const [key, seq] of lastOf) if (/^(server|task) /.test(key)) expect(numbers).toContain(seq);
}
