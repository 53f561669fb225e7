/** The server is killed at chosen points of a command on the embedded platform, above all between its yes and our commit. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import type { Accepted } from '../../src/tasks/port.ts';
import { signIn } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { logIsWhole, platformAtRest, tasksEnded } from './support/checks.ts';
import { emptyPlace, type Place } from './support/place.ts';
import { FATAL, Victim } from './support/victim.ts';

const { calls } = nouns.servers;
const POINTS = ['asked', 'accepted', 'settling'] as const;

describe.each(anyDatabase)('a server killed at a chosen point on $name', ({ name }) => {
  let place: Place;
  let victim: Victim;
  let lead: Client | undefined;
  /** Tasks of the tests before. */
  let former: ReadonlySet<string>;

  beforeAll(async () => {
    place = await emptyPlace(name);
    await start();
    lead = await signIn(asked(), 'acme-lead', 'acme-prod');
    await victim.stop();
  });
  afterEach(() => victim.kill());
  afterAll(() => place.remove());

  /** Whom the tests ask: the server that runs now. */
  const asked = (): Client => lead!;

  /** Starts the server. */
  async function start(env: Readonly<Record<string, string>> = {}, entry?: string): Promise<void> {
    victim = new Victim({ ...place.env, ...env }, entry);
    const url = await victim.ready;
    lead = lead?.at(url) ?? new Client(url);
  }

  /** Starts a server that kills itself at a point of a command, and begins a test with it. */
  async function startFatal(point: string): Promise<void> {
    await start({ CRASH_AT: point }, FATAL);
    const { data } = await asked().call(nouns.tasks.calls.list, { query: { limit: 1000 } });
    former = new Set(data.map(({ id }) => id));
  }

  const called = async (wanted: string): Promise<Server[]> =>
    (await asked().call(calls.list, { query: { name: wanted, limit: 100 } })).data;
  const tasks = async (command: string): Promise<Task[]> => {
    const { data } = await asked().call(nouns.tasks.calls.list, { query: { name: command, limit: 1000 } });
    return data.filter(({ id }) => !former.has(id));
  };
  /** The command's tasks of this test, once they have ended. */
  async function ended(command: string): Promise<Task[]> {
    let found: Task[] = [];
    const open = async (): Promise<boolean> => {
      found = await tasks(command);
      return found.length === 0 || !found.every(isEnded);
    };
    await expect.poll(open, { timeout: 30_000 }).toBe(false);
    return found;
  }

  async function body(server: string) {
    const [flavors, images, networks] = await Promise.all([
      asked().call(nouns.flavors.calls.list, { query: { name: 'tiny' } }),
      asked().call(nouns.images.calls.list, { query: { name: 'Debian 13' } }),
      asked().call(nouns.networks.calls.list, { query: { name: 'acme-prod-private' } }),
    ]);
    const [flavor, image, network] = [flavors.data[0]!, images.data[0]!, networks.data[0]!];
    return { name: server, flavor_id: flavor.id, image_id: image.id, network_ids: [network.id] };
  }
  const create = async (server: string, key: string): Promise<Accepted> =>
    asked().call(calls.create, { body: await body(server) }, { [IDEMPOTENCY_HEADER]: key });

  /** Makes servers that run. */
  async function running(...names: string[]): Promise<string[]> {
    const made = await Promise.all(names.map((one) => create(one, `key-of-${one}`)));
    await ended('server.create');
    return made.map(({ id }) => id!);
  }

  /** Nobody gets an answer of a server that dies, unless it had been sent before. */
  async function dying(request: Promise<unknown>): Promise<void> {
    // whether it was answered is chance: what counts is what the next server says
    await request.catch(() => undefined);
    expect(await victim.ended).toBeNull();
  }

  /** What must be true in the end, whatever happened. */
  async function mustHold(): Promise<void> {
    expect(victim.complaints).toEqual([]);
    await victim.kill();
    const store = await place.open();
    try {
      expect([...(await tasksEnded(store)), ...(await platformAtRest(store)), ...(await logIsWhole(store))]).toEqual([]);
    } finally {
      await store.close();
    }
  }

  it.each(POINTS)('has made one server of a creation that was %s, and its key answers so', async (point) => {
    const [server, key] = [`created-${point}`, `key-${point}`];
    await startFatal(`server.create ${point} 0`);
    await dying(create(server, key));
    await start();
    const answers = await Promise.all([create(server, key), create(server, key)]);
    expect(answers[1]).toEqual(answers[0]);
    const [task, ...others] = await ended('server.create');
    expect(others).toEqual([]);
    expect(task).toMatchObject({ task_id: answers[0].task_id, state: 'success', result: { id: answers[0].id } });
    expect(await called(server)).toMatchObject([{ id: answers[0].id, status: 'ACTIVE', task_state: null }]);
    await mustHold();
  });

  it.each(POINTS)('has stopped a server once whose stop was %s', async (point) => {
    const server = `stopped-${point}`;
    await startFatal(`server.stop ${point} 0`);
    const [serverId = ''] = await running(server);
    await dying(asked().call(calls.stop, { params: { serverId } }));
    await start();
    expect(await ended('server.stop')).toMatchObject([{ state: 'success' }]);
    expect(await called(server)).toMatchObject([{ id: serverId, status: 'SHUTOFF', task_state: null }]);
    const { data } = await asked().call(calls.events, { params: { serverId } });
    expect(data.map(({ action, result }) => [action, result])).toEqual([
      ['stop', 'success'],
      ['create', 'success'],
    ]);
    await mustHold();
  });

  it.each(POINTS)('has deleted a server whose deletion was %s', async (point) => {
    const server = `deleted-${point}`;
    await startFatal(`server.delete ${point} 0`);
    const [serverId = ''] = await running(server);
    await dying(asked().call(calls.delete, { params: { serverId } }));
    await start();
    expect(await ended('server.delete')).toMatchObject([{ state: 'success', items: [{ id: serverId, state: 'success' }] }]);
    expect(await called(server)).toEqual([]);
    await mustHold();
  });

  it('has deleted each server of a bulk task that was in the middle of it, and says so of each', async () => {
    await startFatal('server.delete accepted 2');
    const ids = await running('bulk-1', 'bulk-2', 'bulk-3', 'bulk-4', 'bulk-5');
    await dying(asked().call(calls.bulkDelete, { body: { ids } }));
    // What the platform has taken it goes on with, so that rows are gone when the task asks.
    await start();
    const [task] = await ended('server.delete');
    expect(task?.items.map(({ id, state, error }) => [id, state, error?.code])).toEqual(ids.map((id) => [id, 'success', undefined]));
    expect(task).toMatchObject({ state: 'success', error: null });
    for (const serverId of ids) expect((await asked().refused(calls.read, { params: { serverId } })).status).toBe(404);
    await mustHold();
  });

  it.each(['asked', 'accepted'] as const)('has renamed a server whose renaming was %s', async (point) => {
    await startFatal(`server.update ${point} 0`);
    const [serverId = ''] = await running(`named-${point}`);
    await dying(asked().call(calls.update, { params: { serverId }, body: { name: `renamed-${point}` } }));
    await start();
    expect(await ended('server.update')).toMatchObject([{ state: 'success' }]);
    expect(await called(`renamed-${point}`)).toMatchObject([{ id: serverId }]);
    await mustHold();
  });
});
