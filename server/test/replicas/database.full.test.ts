import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Client, Reply } from '../support/client.ts';
import { startPostgres, type PostgresServer } from '../support/postgres.ts';
import type { RunningServer } from '../support/process.ts';
import { connect, listen } from '../../../fakes/socket.ts';
import { replicasOn, type Replicas } from './support/replicas.ts';

/** Longest wait for an answer while the database is silent: until that is noticed (7 s), and some more on a busy machine. */
const PATIENCE_MS = 30_000;
/** From the return of the database until the replica works as before, and until what was acknowledged has been carried out. */
const HEALED_MS = 60_000;
/** Less than it takes to notice that the database is silent: who asks after that does not wait for it again. */
const AT_ONCE_MS = 5_000;

/** pino's level of errors. */
const ERROR = 50;

/** Somebody who keeps renaming a server and reads it back, and remembers what was answered. */
class Visitor {
  readonly #client: Client;
  readonly #serverId: string;
  /** Descriptions that were acknowledged, in order. Those that got no yes may be carried out all the same, unless a newer one was. */
  readonly acknowledged: string[] = [];
  readonly replies: { reply: Reply; ms: number }[] = [];
  readonly #work: Promise<void>;
  readonly #end = new AbortController();

  constructor(client: Client, serverId: string) {
    this.#client = client;
    this.#serverId = serverId;
    this.#work = this.#run();
    // A failure is told by stop(), and where another one ended the test before that, it is none of its own.
    this.#work.catch(() => this.#end.abort());
  }

  async #ask(work: () => Promise<Reply>): Promise<Reply> {
    const started = performance.now();
    const reply = await work();
    this.replies.push({ reply, ms: performance.now() - started });
    return reply;
  }

  async #run(): Promise<void> {
    const params = { serverId: this.#serverId };
    for (let count = 0; !this.#end.signal.aborted; count += 1) {
      const description = `visit ${count}`;
      const renamed = await this.#ask(() => this.#client.reply(nouns.servers.calls.update, { params, body: { description } }));
      if (renamed.status === 202) this.acknowledged.push(description);
      await this.#ask(() => this.#client.reply(nouns.servers.calls.read, { params }));
      await delay(50);
    }
  }

  /** Waits until something has been acknowledged. */
  async begun(): Promise<void> {
    await expect.poll(() => this.acknowledged.length, { timeout: HEALED_MS }).toBeGreaterThan(0);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#work;
  }

  /** Only yes, or a plain 503 with a code, and never after a long wait; else the server's errors are told. */
  expectHonest({ log }: RunningServer): void {
    const errors = log().flatMap(({ level, err }) => (Number(level) >= ERROR ? [JSON.stringify(err)] : []));
    for (const { reply, ms } of this.replies) {
      expect([200, 202, 503], errors.join('\n')).toContain(reply.status);
      if (reply.status === 503) expect(reply.json).toMatchObject({ error: { err_code: 'database_unavailable' } });
      expect(ms).toBeLessThan(PATIENCE_MS);
    }
  }
}

describe('a replica that loses its database', () => {
  let database: PostgresServer;
  let replicas: Replicas;
  let server: RunningServer;
  let member: Client;
  let serverId: string;

  beforeAll(async () => {
    database = await startPostgres();
    replicas = await replicasOn(database.url('postgres'));
    server = await replicas.start();
    member = await server.as('acme-member', 'acme-prod');
    const { data } = await member.call(nouns.servers.calls.list, { query: { limit: 1, status: 'ACTIVE' } });
    serverId = data[0]!.id;
  });
  afterAll(async () => {
    await replicas.end();
    await database.stop();
  });

  const read = () => member.reply(nouns.servers.calls.read, { params: { serverId } });
  const healed = async (): Promise<void> => {
    await expect.poll(async () => (await read()).status, { timeout: HEALED_MS, interval: 50 }).toBe(200);
  };

  async function openTasks(): Promise<number> {
    const counts = await Promise.all(
      ['starting', 'running'].map(async (state) => {
        const query = { state, limit: 1, with_count: true };
        return (await member.call(nouns.tasks.calls.list, { query })).count ?? 0;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** All that was acknowledged is carried out, in that order, and the last word of all is there. */
  async function expectKept(visitor: Visitor): Promise<void> {
    expect(visitor.acknowledged.length).toBeGreaterThan(0);
    await expect.poll(openTasks, { timeout: HEALED_MS }).toBe(0);
    for (const { reply } of visitor.replies.filter((one) => one.reply.status === 202)) {
      const { task_id: taskId } = reply.json as { task_id: string };
      expect(await member.call(nouns.tasks.calls.read, { params: { taskId } })).toMatchObject({ state: 'success', error: null });
    }
    const { json } = await read();
    const { description } = json as { description: string };
    const number = (text: string): number => Number(text.split(' ')[1]);
    // What was acknowledged last has been done, and nothing older is there again: neither acknowledged nor doubtful.
    expect(number(description)).toBeGreaterThanOrEqual(number(visitor.acknowledged.at(-1)!));
  }

  async function onItsOwn(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client(database.url('postgres'));
    await client.connect();
    await work(client);
    await client.end();
  }

  it('a replica that loses its database for a moment, connection by connection, goes on and loses nothing', async () => {
    const socket = await listen(server.selfService, member);
    const visitor = new Visitor(member, serverId);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'gantry %'`;
    for (let round = 0; round < 4; round += 1) {
      await delay(400);
      await onItsOwn((client) => client.query(cut));
    }
    await healed();
    await delay(300);
    await visitor.stop();
    visitor.expectHonest(server);
    await expectKept(visitor);
    expect(socket.signals).toEqual([]);
    const revision = ((await read()).json as { revision: number }).revision;
    await expect.poll(() => socket.changes().some((change) => change.id === serverId && change.revision === revision)).toBe(true);
    socket.close();
  });

  it('a replica tells requests and sockets that its database is stopped, and heals by itself', async () => {
    const socket = await listen(server.selfService, member);
    const visitor = new Visitor(member, serverId);
    await visitor.begun();
    let since = 0;
    await database.restart(async () => {
      await expect.poll(async () => (await read()).status).toBe(503);
      // Whoever only listens hears nothing any more, and is told by being cut.
      await expect.poll(() => socket.signals, { timeout: 20_000 }).toEqual(['disconnect']);
      since = Math.max(0, ...socket.events.map(({ event }) => event.seq));
      const back = await connect(server.selfService, member);
      expect(await back.login({ since })).toEqual({ code: 503 });
      back.close();
    });
    await healed();
    await delay(300);
    await visitor.stop();
    visitor.expectHonest(server);
    await expectKept(visitor);
    const revision = ((await read()).json as { revision: number }).revision;
    const back = await listen(server.selfService, member, { since });
    await expect.poll(() => back.changes().some((change) => change.id === serverId && change.revision === revision)).toBe(true);
    back.close();
  });

  /** Ends the connection by which the replica listens: it connects anew, and meets the silence as it does. */
  const unheard = () =>
    onItsOwn((client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^(listen|select 1$)' and pid <> pg_backend_pid()`,
      ),
    );

  it.each([
    ['to silence', async () => {}],
    ['to silence while it connects anew', unheard],
  ])('a replica that loses its database %s leaves nobody waiting, and heals by itself', async (_, before) => {
    const visitor = new Visitor(member, serverId);
    await visitor.begun();
    await before();
    await database.freeze(async () => {
      // The first to hear of it may have waited for a connection in vain; from the notice on nobody waits.
      const told = async () => {
        const since = performance.now();
        const { status } = await read();
        return { status, atOnce: performance.now() - since < AT_ONCE_MS };
      };
      await expect.poll(told, { timeout: PATIENCE_MS }).toEqual({ status: 503, atOnce: true });
    });
    await healed();
    await delay(300);
    await visitor.stop();
    visitor.expectHonest(server);
    await expectKept(visitor);
  });

  it('a replica that lost its database logs that it answers again, and logs no defect', () => {
    const lines = server.log();
    expect(lines.some(({ msg }) => msg === 'the database answers again')).toBe(true);
    const defects = lines.filter(({ msg }) => msg === 'request failed').filter(({ level }) => Number(level) >= 50);
    expect(defects).toEqual([]);
  });
});
