import { afterAll, afterEach, beforeAll } from 'vitest';
import type { GantryError } from '@gantry/contract/wire/errors';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import type { HistoryEntry } from '../../../../src/engines/embedded/platform/records.ts';
import { openTestStore } from '../../../support/databases.ts';
import { mustHold } from './invariants.ts';
import { all, idOfName, RECORDS, serverOf, smallPlatform } from './platform.ts';

/** How a server came from rest to rest. */
interface Passage {
  /** Status and task state, each change once. */
  states: string[];
  /** Words of the failure; null where the task succeeded. */
  failed: string | null;
}

/** What brings a server that runs into another status. */
const WAYS: Readonly<Record<string, readonly { command: string; body?: object }[]>> = {
  ACTIVE: [],
  SHUTOFF: [{ command: 'server.stop' }],
  PAUSED: [{ command: 'server.pause' }],
  SUSPENDED: [{ command: 'server.suspend' }],
  SHELVED_OFFLOADED: [{ command: 'server.shelve' }],
  RESCUE: [{ command: 'server.rescue', body: {} }],
  ERROR: [{ command: 'server.resetState', body: { state: 'error' } }],
  VERIFY_RESIZE: [{ command: 'server.stop' }, { command: 'server.migrate', body: {} }],
};

type Settings = Parameters<typeof smallPlatform>[1];

/** A platform of its own for a test file, and short words for what its tests do. */
export async function openScene(database: Parameters<typeof openTestStore>[0], settings: Settings = {}) {
  const opened = await openTestStore(database);
  const { store } = opened;
  const { clock, engine, caller } = await smallPlatform(store, settings);
  const server = async (id: string): Promise<ServerDocument> => {
    const found = await serverOf(store, id);
    if (!found) throw new Error(`server ${id} is gone`);
    return found;
  };
  const state = async (id: string): Promise<string> => {
    const found = await serverOf(store, id);
    return found ? [found.status, found.task_state].filter((part) => part !== null).join(' ') : 'gone';
  };
  const isBusy = async (id: string): Promise<boolean> => ((await serverOf(store, id))?.task_state ?? null) !== null;

  /** Carries out a command to its end, a second at a time. */
  async function act(command: string, id: string, body: object = {}): Promise<Passage> {
    const accepted = await caller.accept(command, id, body);
    const ending = caller.settle(command, accepted).then(
      () => null,
      (error: GantryError) => error.detail ?? error.code,
    );
    const states = [await state(id)];
    while (await isBusy(id)) {
      await clock.advance(1000);
      const now = await state(id);
      if (now !== states.at(-1)) states.push(now);
    }
    return { states, failed: await ending };
  }

  /** A server in a status, with all it took to get there behind it. */
  async function serverIn(status: string, more: Partial<ServerCreate> = {}): Promise<string> {
    const id = await caller.create(more);
    await clock.advance(4000);
    for (const { command, body } of WAYS[status]!) await act(command, id, body);
    const now = await state(id);
    if (now !== status) throw new Error(`the server is in ${now} instead of ${status}`);
    return id;
  }

  return {
    store,
    clock,
    engine,
    caller,
    server,
    state,
    act,
    serverIn,
    /** Error that a command is refused with. */
    refusal: (command: string, id: string, body: object = {}): Promise<GantryError> =>
      caller.accept(command, id, body).then(
        () => {
          throw new Error(`${command} was not refused`);
        },
        (error: GantryError) => error,
      ),
    /** Newest first. */
    history: async (id: string): Promise<HistoryEntry[]> =>
      ((await caller.live('server.events', 'server', id)) as { data: HistoryEntry[] }).data,
    log: async (id: string): Promise<string> => ((await caller.live('server.log', 'server', id)) as { log: string }).log,
    flavor: (name: string) => idOfName(store, 'flavor', name),
    image: (name: string) => idOfName(store, 'image', name),
    /** What a node holds: cores, MiB and servers. */
    load: async (nodeId: string) => {
      const { statistics, hypervisor } = (await all(store, 'node')).find(({ id }) => id === nodeId)!;
      const { vcpus, vcpus_free, vm_mem_reserved } = statistics.compute;
      return { vcpus: vcpus - vcpus_free, ram: vm_mem_reserved / 1024 ** 2, servers: hypervisor.vms };
    },
    /** Sets a limit of the caller's project, as an administrator's call will. */
    limit: async (resource: string, value: number): Promise<void> =>
      store.transaction(async ({ records }) => {
        const { scope } = caller.actor;
        const key = scope.type === 'project' ? scope.projectId : '';
        const before = (await records.get(RECORDS, 'quotas', key)) as { limits: object; used: object };
        await records.put(RECORDS, 'quotas', key, { ...before, limits: { ...before.limits, [resource]: value } });
      }),
    /** Cores and MiB that the caller's project uses. */
    used: async () => {
      const { scope } = caller.actor;
      const projectId = scope.type === 'project' ? scope.projectId : '';
      const quota = (await caller.live('quota.read', 'project', projectId, { usage: true })) as Record<'cores' | 'ram', { used: number }>;
      return { cores: quota.cores.used, ram: quota.ram.used };
    },
    /** Deletes every server, so that the next test has the platform for itself. */
    clear: async (): Promise<void> => {
      for (const { id, locked } of await all(store, 'server')) {
        if (locked) await caller.accept('server.unlock', id);
        if (await isBusy(id)) await caller.accept('server.resetState', id, { state: 'error' });
        await caller.accept('server.delete', id);
      }
      await clock.advance(1000);
      if ((await all(store, 'server')).length > 0) throw new Error('a server could not be deleted');
    },
    close: async (): Promise<void> => {
      await engine.stop();
      await opened.close();
    },
  };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/**
 * Opens a scene for the tests of a block, and hands it over. After each test it is cleared and held against what must always hold, and at the
 * end closed. What else is to come after each test comes before that where it is said after this, and after it where it is said before.
 */
export function sceneFor(database: Parameters<typeof openScene>[0], give: (scene: Scene) => void, settings: Settings = {}): void {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(database, settings);
    give(scene);
  });
  afterEach(async () => {
    await scene.clear();
    await mustHold(scene.store, scene.caller);
  });
  afterAll(() => scene.close());
}
