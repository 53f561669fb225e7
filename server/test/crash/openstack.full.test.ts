/**
 * The server is killed around the compute service's answer: before it has done what was asked, after that, and after it has said so; also where
 * it does the work only when the next server has looked for it. One death is that of several requests: each waits for it at its moment.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import type { Accepted } from '../../src/tasks/port.ts';
import { PASSWORD } from '../../../fakes/openstack/options.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/sign-in.ts';
import { Nova, type Moment, type Trap } from './support/nova.ts';
import { emptyPlace, type Place } from './support/place.ts';
import { Victim } from './support/victim.ts';

const { calls } = nouns.servers;
const MOMENTS: readonly Moment[] = ['asked', 'done', 'told'];
/** Seconds in which no test ends, and those after which what never came is given up. */
const LONG = 300;
const SHORT = 1;
const INTERRUPTED = { state: 'aborted', error: { code: 'interrupted' } };

/** A request in whose middle the server dies. */
interface Dying extends Omit<Trap, 'death'> {
  ask: () => Promise<unknown>;
  /** Its answer does not wait for the cloud: it may be lost with the process. */
  mayAnswer?: true;
}

describe('a server killed around the answer of the compute service', () => {
  const nova = new Nova();
  let place: Place;
  let victim: Victim;
  let alice: Client;

  beforeAll(async () => {
    await nova.start();
    place = await emptyPlace('sqlite', { engines: (folder) => [nova.engine(folder)] });
    alice = await signIn(new Client(await start()), { domain: 'acme', username: 'alice', password: PASSWORD }, 'acme-prod');
    // The mirror has what servers are made of.
    const there = async () => expect((await body('x')).network_ids).toEqual([nova.cloud.id('acme-net')]);
    await vi.waitFor(there, { timeout: 30_000, interval: 100 });
  });
  afterEach(() => expect(victim.complaints).toEqual([]));
  afterAll(async () => {
    await victim.kill();
    place.remove();
    await nova.stop();
  });

  /** `doubt`: seconds for which a server looks for what the one before had asked for. */
  function start(doubt = SHORT): Promise<string> {
    victim = new Victim({ ...place.env, GANTRY_DOUBT_SECONDS: String(doubt) });
    return victim.ready;
  }

  async function body(name: string) {
    const [flavors, images, networks] = await Promise.all([
      alice.call(nouns.flavors.calls.list, { query: { name: 'm1.tiny' } }),
      alice.call(nouns.images.calls.list, { query: { name: 'lab-tiny' } }),
      alice.call(nouns.networks.calls.list, { query: { name: 'acme-net' } }),
    ]);
    const [flavor, image, network] = [flavors.data[0]?.id ?? '', images.data[0]?.id ?? '', networks.data[0]?.id ?? ''];
    return { name, flavor_id: flavor, image_id: image, network_ids: [network] };
  }
  const create = async (name: string): Promise<Accepted> =>
    alice.call(calls.create, { body: await body(name) }, { [IDEMPOTENCY_HEADER]: `key-of-${name}` });
  const stop = (serverId: string) => alice.call(calls.stop, { params: { serverId } });
  const read = (serverId: string) => alice.call(calls.read, { params: { serverId } });

  /** Makes servers that run; returns their ids by name. */
  async function running(names: readonly string[]): Promise<Map<string, string>> {
    const made = await Promise.all(names.map(create));
    for (const { task_id: taskId } of made) expect(await ended(taskId)).toMatchObject({ state: 'success' });
    return new Map(names.map((name, index) => [name, made[index]!.id!]));
  }

  async function ended(taskId: string): Promise<Task> {
    let task: Task | undefined;
    const look = async () => {
      task = await alice.call(nouns.tasks.calls.read, { params: { taskId } });
      expect(task).toSatisfy(isEnded);
    };
    await vi.waitFor(look, { timeout: 30_000, interval: 100 });
    return task!;
  }

  /** Tasks of a command, the youngest first. */
  async function tasksOf(command: string, wanted: (task: Task) => boolean): Promise<Task[]> {
    const { data } = await alice.call(nouns.tasks.calls.list, { query: { name: command, limit: 100 } });
    return data.filter(wanted);
  }
  const making =
    (name: string) =>
    ({ kwargs }: Task): boolean =>
      kwargs['name'] === name;
  const at =
    (serverId: string) =>
    ({ items }: Task): boolean =>
      items.some(({ id }) => id === serverId);
  /** The end of the youngest of them. */
  const endOf = async (command: string, wanted: (task: Task) => boolean): Promise<Task> => ended((await tasksOf(command, wanted))[0]!.id);

  /** Asks for one after the other, each as far as its moment; at the last one's the server dies, and the next one starts. Returns what does their work. */
  async function crash(dying: readonly Dying[], doubt?: number): Promise<(() => void)[]> {
    const answers: Promise<unknown>[] = [];
    const works: (() => void)[] = [];
    for (const [index, { ask, mayAnswer, ...trap }] of dying.entries()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const death = (): Promise<unknown> => {
        resolve();
        return index === dying.length - 1 ? victim.kill() : victim.ended;
      };
      works.push(nova.arm({ ...trap, death }));
      answers.push(
        ask().then(
          () => expect(mayAnswer, 'it was answered').toBe(true),
          (error: unknown) => expect(String(error)).toMatch(/fetch failed/),
        ),
      );
      await promise;
    }
    expect(await victim.ended).toBeNull();
    await Promise.all(answers);
    expect(victim.complaints).toEqual([]);
    alice = alice.at(await start(doubt));
    return works;
  }

  /** The server looks more than once for what it finds nothing of, and says meanwhile that it goes on. */
  async function looking(where: Parameters<Nova['looks']>[0], command: string, wanted: (task: Task) => boolean): Promise<void> {
    const before = nova.looks(where);
    await expect.poll(() => nova.looks(where) - before, { timeout: 30_000 }).toBeGreaterThan(2);
    expect(await tasksOf(command, wanted)).toMatchObject([{ state: 'running', error: null }]);
  }

  describe('to creations', () => {
    beforeAll(() => crash(MOMENTS.map((moment) => ({ method: 'POST', moment, ask: () => create(`created-${moment}`) }))));

    it.each(MOMENTS)(
      'after a kill, a creation that was %s ends in one server marked as its task’s, and its key answers so',
      async (moment) => {
        const name = `created-${moment}`;
        if (moment === 'asked') expect(await endOf('server.create', making(name))).toMatchObject(INTERRUPTED);
        const answers = await Promise.all([create(name), create(name)]);
        expect(answers[1]).toEqual(answers[0]);
        const [{ task_id: taskId, id }] = answers;
        expect(await ended(taskId)).toMatchObject({ state: 'success', result: { id } });
        expect(nova.called(name).map((server) => [server.id, server.metadata['gantry_task']])).toEqual([[id, taskId]]);
        expect((await alice.call(calls.list, { query: { name } })).data).toMatchObject([{ id, status: 'ACTIVE' }]);
        // What never reached the cloud says so, and the repetition was a try of its own.
        const ends = (await tasksOf('server.create', making(name))).map(({ state, error }) => [state, error?.code ?? null]);
        expect(ends.toSorted()).toEqual([...(moment === 'asked' ? [['aborted', 'interrupted']] : []), ['success', null]]);
      },
    );
  });

  describe('to stops', () => {
    let ids: ReadonlyMap<string, string>;
    beforeAll(async () => {
      ids = await running(MOMENTS.map((moment) => `stopped-${moment}`));
      await crash(MOMENTS.map((moment) => ({ method: 'POST', moment, ask: () => stop(ids.get(`stopped-${moment}`)!) })));
    });

    it.each(MOMENTS)('after a kill, a server whose stop was %s is stopped at most once', async (moment) => {
      const serverId = ids.get(`stopped-${moment}`)!;
      const task = await endOf('server.stop', at(serverId));
      const done = moment !== 'asked';
      expect(task).toMatchObject(done ? { state: 'success' } : INTERRUPTED);
      expect(nova.times(serverId, 'stop')).toBe(done ? 1 : 0);
      expect(await read(serverId)).toMatchObject({ status: done ? 'SHUTOFF' : 'ACTIVE', task_state: null });
    });
  });

  describe('to deletions', () => {
    const BULK = ['bulk-1', 'bulk-2', 'bulk-3'];
    let ids: ReadonlyMap<string, string>;
    const bulk = (): string[] => BULK.map((name) => ids.get(name)!);
    beforeAll(async () => {
      ids = await running([...MOMENTS.map((moment) => `deleted-${moment}`), ...BULK]);
      const remove = (serverId: string) => alice.call(calls.delete, { params: { serverId } });
      const removeBulk = () => alice.call(calls.bulkDelete, { body: { ids: bulk() } });
      await crash([
        ...MOMENTS.map((moment) => ({ method: 'DELETE' as const, moment, ask: () => remove(ids.get(`deleted-${moment}`)!) })),
        // The answer does not wait for the servers, nor they for it.
        { method: 'DELETE', moment: 'told', passes: 1, ask: removeBulk, mayAnswer: true },
      ]);
    });

    it.each(MOMENTS)('after a kill, a server whose deletion was %s is deleted at most once', async (moment) => {
      const serverId = ids.get(`deleted-${moment}`)!;
      const task = await endOf('server.delete', at(serverId));
      const done = moment !== 'asked';
      expect(task).toMatchObject(done ? { state: 'success', items: [{ id: serverId }] } : INTERRUPTED);
      expect(nova.times(serverId, 'delete')).toBe(done ? 1 : 0);
      expect(nova.has(serverId)).toBe(!done);
      expect((await alice.reply(calls.read, { params: { serverId } })).status).toBe(done ? 404 : 200);
    });

    it('after a kill, a bulk deletion tells of each server whether it is gone, and requests no deletion twice', async () => {
      const task = await endOf('server.delete', at(bulk()[0]!));
      const told = task.items.map(({ id, state, error }) => [id, state === 'success' ? 'gone' : error?.code]);
      const gone = bulk().map((id) => [id, nova.has(id) ? 'interrupted' : 'gone']);
      expect(told).toEqual(gone);
      expect(gone.filter(([, end]) => end === 'gone').length).toBeGreaterThanOrEqual(2);
      for (const id of bulk()) expect(nova.times(id, 'delete')).toBeLessThanOrEqual(1);
    });
  });

  describe('that comes long after', () => {
    let serverId: string;
    let createAfterAll: () => void;
    let stopAfterAll: () => void;
    beforeAll(async () => {
      serverId = (await running(['stopped-late'])).get('stopped-late')!;
      const works = await crash(
        [
          { method: 'POST', moment: 'asked', ask: () => create('created-late') },
          { method: 'POST', moment: 'asked', ask: () => stop(serverId) },
        ],
        LONG,
      );
      [createAfterAll, stopAfterAll] = [works[0]!, works[1]!];
    });

    it('a creation carried out long after the kill makes one server, and its key knows of it all the time', async () => {
      await looking('list', 'server.create', making('created-late'));
      const answers = await Promise.all([create('created-late'), create('created-late')]);
      expect(answers[1]).toEqual(answers[0]);
      expect(nova.called('created-late')).toEqual([]);
      createAfterAll();
      const [{ task_id: taskId }] = answers;
      const task = await ended(taskId);
      const [server, ...others] = nova.called('created-late');
      expect(others).toEqual([]);
      expect(task).toMatchObject({ state: 'success', error: null, result: { id: server?.id } });
      expect(await create('created-late')).toEqual({ task_id: taskId, id: server?.id });
    });

    it('a server whose stop is carried out long after the kill is stopped once', async () => {
      await looking('history', 'server.stop', at(serverId));
      stopAfterAll();
      expect(await endOf('server.stop', at(serverId))).toMatchObject({ state: 'success', error: null });
      expect(nova.times(serverId, 'stop')).toBe(1);
      expect(await read(serverId)).toMatchObject({ status: 'SHUTOFF', task_state: null });
    });
  });
});
