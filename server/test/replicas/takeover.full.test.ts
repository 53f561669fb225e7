import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Client } from '../support/client.ts';
import { testDatabaseUrl } from '../support/databases.ts';
import type { RunningServer } from '../support/process.ts';
import { listen } from '../../../fakes/socket.ts';
import { ingredients } from '../support/ingredients.ts';
import { endOf, LEASE_MS, replicasOn, STOPPED_MS, TAKEN_OVER_MS, type Logged, type Replicas } from './support/replicas.ts';

/** All that a new server goes through, as the log tells it: four steps of building, and there it is. */
const CREATED = ['created BUILD', 'updated BUILD', 'updated BUILD', 'updated BUILD', 'updated ACTIVE'];
/** What stopping one adds. */
const STOPPED = ['updated ACTIVE', 'updated SHUTOFF'];

/** The story of one thing in the log. Revisions without a gap: nothing else has touched it. */
function storyOf(log: readonly Logged[], id: string): string[] {
  const entries = log.filter((entry) => entry.id === id);
  expect(entries.map(({ revision }) => revision)).toEqual(entries.map((_, index) => entries[0]!.revision + index));
  return entries.map(({ operation, status }) => `${operation} ${status}`);
}

describe('of two replicas', { timeout: 3 * TAKEN_OVER_MS + STOPPED_MS }, () => {
  let replicas: Replicas;
  let url: string;
  let servers: RunningServer[];
  let member: Client;

  beforeEach(async () => {
    url = (await testDatabaseUrl('postgres'))!;
    replicas = await replicasOn(url);
    servers = await Promise.all([replicas.start(), replicas.start()]);
    member = await servers[0]!.as('acme-member', 'acme-prod');
  });
  afterEach(() => replicas.end());

  const at = (server: RunningServer): Client => member.at(server.selfService);
  const other = (server: RunningServer): RunningServer => servers.find((one) => one !== server)!;

  /** Asks both replicas for servers at the same time. */
  async function createAtBoth(name: string, each: number) {
    const made = await ingredients(member);
    const asked = servers.flatMap((server, which) =>
      Array.from({ length: each }, (_, index) =>
        at(server).call(nouns.servers.calls.create, { body: { ...made, name: `${name}-${which}-${index}` } }),
      ),
    );
    return (await Promise.all(asked)).map(({ id, task_id }) => ({ id: id!, task_id }));
  }

  /** The replica that drives the platform's clock, caught at it. */
  async function driver(): Promise<RunningServer> {
    let found: RunningServer | undefined;
    await expect.poll(async () => (found = await replicas.driving(servers)), { interval: 5 }).toBeDefined();
    return found!;
  }

  async function expectEnded(server: RunningServer, tasks: readonly { task_id: string }[]): Promise<void> {
    for (const { task_id } of tasks) expect(await endOf(at(server), task_id, TAKEN_OVER_MS)).toMatchObject({ state: 'success' });
  }

  /** Each server went through its building once, and each task ended once. */
  async function expectOnce(made: readonly { id: string; task_id: string }[], story: readonly string[]): Promise<void> {
    const log = await replicas.log();
    for (const { id, task_id } of made) {
      expect(storyOf(log, id)).toEqual(story);
      expect(storyOf(log, task_id).filter((entry) => entry.endsWith('success'))).toHaveLength(1);
    }
  }

  it('a replica that is left finishes what the other replica had begun when it was killed, once', async () => {
    const made = await createAtBoth('killed', 4);
    const victim = await driver();
    victim.signal('SIGKILL');
    const left = other(victim);
    await expectEnded(left, made);
    await expectOnce(made, CREATED);
    const { count } = await at(left).call(nouns.servers.calls.list, { query: { name: 'contains:killed-', with_count: true } });
    expect(count).toBe(8);
  });

  it('a replica that was stopped for longer than its lease is replaced, and does nothing twice when it goes on', async () => {
    const sockets = await Promise.all(servers.map((server) => listen(server.selfService, at(server))));
    const made = await createAtBoth('stopped', 4);
    const victim = await driver();
    victim.signal('SIGSTOP');
    const stoppedAt = Date.now();
    const since = Math.max(0, ...sockets[servers.indexOf(victim)]!.events.map(({ event }) => event.seq));
    await expectEnded(other(victim), made);
    const later = await at(other(victim)).call(nouns.servers.calls.stop, { params: { serverId: made[0]!.id } });
    await expectEnded(other(victim), [later]);
    await delay(Math.max(0, stoppedAt + STOPPED_MS - Date.now()));
    victim.signal('SIGCONT');
    const again = await at(victim).call(nouns.servers.calls.stop, { params: { serverId: made[1]!.id } });
    await expectEnded(victim, [again]);
    // It has had more than one look at the clock and one heartbeat of its tasks since.
    await delay(LEASE_MS);
    await expectOnce(made.slice(2), CREATED);
    await expectOnce(made.slice(0, 2), [...CREATED, ...STOPPED]);
    // Who listened at the stopped one, and may have given up meanwhile, is told there what it missed.
    const back = await listen(victim.selfService, at(victim), { since });
    const due = (await replicas.log()).filter(({ seq, kind, status }) => seq > since && kind === 'task' && status === 'success');
    expect(due.length).toBeGreaterThan(0);
    for (const { seq } of due) await expect.poll(() => back.changes().some((change) => change.seq === seq)).toBe(true);
    back.close();
    for (const one of sockets) one.close();
  });

  it('a replica stopped in the middle of a transaction holds up nobody for long, and what it was at is done once', async () => {
    const { data } = await member.call(nouns.servers.calls.list, { query: { limit: 1, status: 'ACTIVE' } });
    const made = await ingredients(member);
    const block = new pg.Client(url);
    await block.connect();
    await block.query('begin');
    await block.query(`select 1 from records where owner = 'engine:embedded' and bucket = 'lock' for update`);
    const victim = servers[0]!;
    const asked = at(victim)
      .reply(nouns.servers.calls.create, { body: { ...made, name: 'late' } })
      .then(
        ({ status }) => status,
        () => 'lost',
      );
    const waiting = `select 1 from pg_stat_activity where application_name like 'gantry %' || $1 || '%' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await replicas.sql.query(waiting, [victim.pid])).rowCount).toBeGreaterThan(0);
    victim.signal('SIGSTOP');
    // Now the database gives the stopped process what it waited for.
    await block.query('commit');
    await block.end();
    const left = other(victim);
    const stopped = await at(left).call(nouns.servers.calls.stop, { params: { serverId: data[0]!.id } });
    await expectEnded(left, [stopped]);
    const { data: tasks } = await at(left).call(nouns.tasks.calls.list, { query: { limit: 50, name: 'server.create' } });
    expect(tasks).toHaveLength(1);
    await expectEnded(left, [{ task_id: tasks[0]!.id }]);
    victim.signal('SIGCONT');
    expect([202, 409, 503, 'lost']).toContain(await asked);
    await delay(LEASE_MS);
    const { data: late } = await at(left).call(nouns.servers.calls.list, { query: { limit: 50, name: 'late' } });
    expect(late).toHaveLength(1);
    await expectOnce([{ id: late[0]!.id, task_id: tasks[0]!.id }], CREATED);
  });
});
