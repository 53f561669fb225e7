/**
 * The server is killed at chosen points of commands on the embedded platform, above all between its yes and our commit. One death is that of
 * several commands: each is held at its point, and the last one's point kills.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import type { Accepted } from '../../src/tasks/port.ts';
import { casesOfTier, FULL } from '../../../tools/lib/tier.ts';
import { signIn } from '../support/sign-in.ts';
import { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { ingredients } from '../support/ingredients.ts';
import { logIsWhole, platformAtRest, tasksEnded } from './support/checks.ts';
import type { Armed, Point } from './support/fatal.ts';
import { emptyPlace, type Place } from './support/place.ts';
import { FATAL, Victim } from './support/victim.ts';

const { calls } = nouns.servers;
const POINTS = casesOfTier(['accepted', 'asked', 'settling'] as const);
/** Milliseconds so long that the platform is at its work when the server is killed. */
const TIMINGS = { build: 1_000, start: 1_000, stop: 1_000, reboot: 1_000, delete: 1_000 };
const BULK = ['bulk-1', 'bulk-2', 'bulk-3', 'bulk-4', 'bulk-5'];

/** A command that the server dies at. */
interface Dying {
  command: string;
  point: Point;
  passes?: number;
  ask: () => Promise<unknown>;
}

describe.each(anyDatabase)('a server killed at a chosen point on $name', ({ name }) => {
  let place: Place;
  let victim: Victim;
  let lead: Client;
  let made: Awaited<ReturnType<typeof ingredients>>;
  const crashAt = (): string => join(place.env['GANTRY_DATA']!, 'crash-at');

  beforeAll(async () => {
    place = await emptyPlace(name, { timings: TIMINGS });
    lead = await signIn(new Client(await start()), 'acme-lead', 'acme-prod');
    made = await ingredients(lead);
  });
  afterAll(async () => {
    await victim.kill();
    place.remove();
  });

  function start(): Promise<string> {
    victim = new Victim({ ...place.env, CRASH_AT: crashAt() }, FATAL);
    return victim.ready;
  }

  /** Asks for one after the other, each of which comes as far as its point; there the server dies, and the next one starts. */
  async function crash(...dying: readonly Dying[]): Promise<void> {
    const asked: Promise<unknown>[] = [];
    for (const [index, { command, point, passes = 0, ask }] of dying.entries()) {
      const end = index === dying.length - 1 ? 'die' : 'hold';
      writeFileSync(crashAt(), JSON.stringify({ command, point, passes, end } satisfies Armed));
      // Nobody gets an answer of a server that dies, unless it had been sent before: what counts is what the next server says.
      asked.push(ask().catch((error: unknown) => expect(String(error)).toMatch(/fetch failed|terminated/)));
      await vi.waitFor(() => expect(existsSync(crashAt())).toBe(false), { interval: 5, timeout: 20_000 });
    }
    expect(await victim.ended).toBeNull();
    await Promise.all(asked);
    expect(victim.complaints).toEqual([]);
    lead = lead.at(await start());
  }

  const called = async (wanted: string): Promise<Server[]> => (await lead.call(calls.list, { query: { name: wanted, limit: 100 } })).data;
  /** The command's tasks of that sort, once they have ended. */
  async function ended(command: string, wanted: (task: Task) => boolean): Promise<Task[]> {
    let found: Task[] = [];
    const look = async (): Promise<void> => {
      const { data } = await lead.call(nouns.tasks.calls.list, { query: { name: command, limit: 1000 } });
      found = data.filter(wanted);
      expect(found.length > 0 && found.every(isEnded)).toBe(true);
    };
    await vi.waitFor(look, { timeout: 30_000, interval: 100 });
    return found;
  }
  const at =
    (serverId: string) =>
    ({ items }: Task): boolean =>
      items.some(({ id }) => id === serverId);
  const making =
    (server: string) =>
    ({ kwargs }: Task): boolean =>
      kwargs['name'] === server;

  const create = (server: string): Promise<Accepted> =>
    lead.call(calls.create, { body: { ...made, name: server } }, { [IDEMPOTENCY_HEADER]: `key-of-${server}` });

  /** Makes servers that run; returns their ids by name. */
  async function running(names: readonly string[]): Promise<Map<string, string>> {
    const accepted = await Promise.all(names.map(create));
    for (const server of names) expect(await ended('server.create', making(server))).toMatchObject([{ state: 'success' }]);
    return new Map(names.map((server, index) => [server, accepted[index]!.id!]));
  }

  describe('while it makes servers', () => {
    beforeAll(() => crash(...POINTS.map((point) => ({ command: 'server.create', point, ask: () => create(`created-${point}`) }))));

    it.each(POINTS)('after a kill, a creation that was %s leaves one server, and its key answers so', async (point) => {
      const server = `created-${point}`;
      const answers = await Promise.all([create(server), create(server)]);
      expect(answers[1]).toEqual(answers[0]);
      const [task, ...others] = await ended('server.create', making(server));
      expect(others).toEqual([]);
      expect(task).toMatchObject({ task_id: answers[0].task_id, state: 'success', result: { id: answers[0].id } });
      expect(await called(server)).toMatchObject([{ id: answers[0].id, status: 'ACTIVE', task_state: null }]);
    });
  });

  describe('while it stops and renames servers', FULL, () => {
    let ids: ReadonlyMap<string, string>;
    const RENAMED = ['asked', 'accepted'] as const;

    beforeAll(async () => {
      ids = await running([...POINTS.map((point) => `stopped-${point}`), ...RENAMED.map((point) => `named-${point}`)]);
      const of = (server: string) => ({ params: { serverId: ids.get(server)! } });
      const update = (point: string) => lead.call(calls.update, { ...of(`named-${point}`), body: { name: `renamed-${point}` } });
      await crash(
        ...RENAMED.map((point) => ({ command: 'server.update', point, ask: () => update(point) })),
        ...POINTS.map((point) => ({ command: 'server.stop', point, ask: () => lead.call(calls.stop, of(`stopped-${point}`)) })),
      );
    });

    it.each(POINTS)('after a kill, a server whose stop was %s has been stopped once', async (point) => {
      const server = `stopped-${point}`;
      const serverId = ids.get(server)!;
      expect(await ended('server.stop', at(serverId))).toMatchObject([{ state: 'success' }]);
      expect(await called(server)).toMatchObject([{ id: serverId, status: 'SHUTOFF', task_state: null }]);
      const { data } = await lead.call(calls.events, { params: { serverId } });
      expect(data.map(({ action, result }) => [action, result])).toEqual([
        ['stop', 'success'],
        ['create', 'success'],
      ]);
    });

    it.each(RENAMED)('after a kill, a server whose renaming was %s has its new name', async (point) => {
      const serverId = ids.get(`named-${point}`)!;
      expect(await ended('server.update', at(serverId))).toMatchObject([{ state: 'success' }]);
      expect(await called(`renamed-${point}`)).toMatchObject([{ id: serverId }]);
    });
  });

  describe('while it deletes servers', FULL, () => {
    let ids: ReadonlyMap<string, string>;
    const bulk = (): string[] => BULK.map((server) => ids.get(server)!);

    beforeAll(async () => {
      ids = await running([...POINTS.map((point) => `deleted-${point}`), ...BULK]);
      const remove = (server: string) => lead.call(calls.delete, { params: { serverId: ids.get(server)! } });
      await crash(...POINTS.map((point) => ({ command: 'server.delete', point, ask: () => remove(`deleted-${point}`) })), {
        command: 'server.delete',
        point: 'accepted',
        passes: 2,
        ask: () => lead.call(calls.bulkDelete, { body: { ids: bulk() } }),
      });
    });

    it.each(POINTS)('after a kill, a server whose deletion was %s is gone, and its task is a success', async (point) => {
      const serverId = ids.get(`deleted-${point}`)!;
      expect(await ended('server.delete', at(serverId))).toMatchObject([{ state: 'success', items: [{ id: serverId, state: 'success' }] }]);
      expect(await called(`deleted-${point}`)).toEqual([]);
    });

    it('after a kill in the middle of a bulk deletion each server is gone, and the task says so of each', async () => {
      // What the platform has taken it goes on with, so that rows are gone when the task asks.
      const [task] = await ended('server.delete', at(bulk()[0]!));
      expect(task?.items.map(({ id, state, error }) => [id, state, error?.code])).toEqual(bulk().map((id) => [id, 'success', undefined]));
      expect(task).toMatchObject({ state: 'success', error: null });
      for (const serverId of bulk()) expect((await lead.refused(calls.read, { params: { serverId } })).status).toBe(404);
    });
  });

  it('after kills at chosen points every task has ended, every server is at rest and the log has no gap', async () => {
    expect(victim.complaints).toEqual([]);
    await victim.kill();
    const store = await place.open();
    try {
      expect([...(await tasksEnded(store)), ...(await platformAtRest(store)), ...(await logIsWhole(store))]).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
