/**
 * The server is killed around the compute service's answer: before it has done what was asked, after that, and after it has said so; also where
 * it does the work only when the next server has looked for it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import type { Accepted } from '../../src/tasks/port.ts';
import { PASSWORD } from '../engines/openstack/support/replay.ts';
import { signIn } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { Nova, type Moment } from './support/nova.ts';
import { emptyPlace, type Place } from './support/place.ts';
import { Victim } from './support/victim.ts';

const { calls } = nouns.servers;
const MOMENTS: readonly Moment[] = ['asked', 'done', 'told'];
/** Seconds in which no test ends, and those after which what never came is given up. */
const LONG = 300;
const SHORT = 1;
const INTERRUPTED = { state: 'aborted', error: { code: 'interrupted' } };

describe('a server killed around the answer of the compute service', () => {
  const nova = new Nova();
  let place: Place;
  let victim: Victim;
  let alice: Client;

  beforeAll(async () => {
    await nova.start();
    place = await emptyPlace('sqlite', { engines: (folder) => [nova.engine(folder)] });
    victim = new Victim(place.env);
    alice = await signIn(new Client(await victim.ready), { domain: 'acme', username: 'alice', password: PASSWORD }, 'acme-prod');
    // The mirror has what servers are made of.
    const there = async () => expect((await body('x')).network_ids).toEqual([nova.cloud.id('acme-net')]);
    await vi.waitFor(there, { timeout: 30_000, interval: 100 });
    await victim.stop();
  });
  afterAll(async () => {
    place.remove();
    await nova.stop();
  });
  beforeEach(() => start());
  afterEach(async () => {
    expect(victim.complaints).toEqual([]);
    await victim.kill();
  });

  /** `doubt`: seconds for which a server looks for what the one before had asked for. */
  async function start(doubt = SHORT): Promise<void> {
    victim = new Victim({ ...place.env, GANTRY_DOUBT_SECONDS: String(doubt) });
    alice = alice.at(await victim.ready);
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

  async function running(...names: string[]): Promise<string[]> {
    const made = await Promise.all(names.map(create));
    for (const { task_id: taskId } of made) expect(await ended(taskId)).toMatchObject({ state: 'success' });
    return made.map(({ id }) => id!);
  }

  async function ended(taskId: string): Promise<Task> {
    const read = () => alice.call(nouns.tasks.calls.read, { params: { taskId } });
    await expect.poll(read, { timeout: 30_000 }).toSatisfy(isEnded);
    return read();
  }

  /** The end of the youngest task of a command. */
  async function endOfLast(command: string): Promise<Task> {
    const { data } = await alice.call(nouns.tasks.calls.list, { query: { name: command, limit: 1 } });
    return ended(data[0]!.id);
  }

  /** Sends a request in whose middle the server is killed, and starts it again. */
  async function dying(method: 'POST' | 'DELETE', moment: Moment, request: () => Promise<unknown>, doubt?: number): Promise<() => void> {
    const doTheWork = nova.arm({ method, moment, kill: () => victim.kill() });
    await expect(request()).rejects.toThrow(/fetch failed/);
    expect(await victim.ended).toBeNull();
    await start(doubt);
    return doTheWork;
  }

  /** The server looks more than once for what it finds nothing of, and says meanwhile that it goes on. */
  async function looking(command: string): Promise<void> {
    const before = nova.looks;
    await expect.poll(() => nova.looks - before, { timeout: 30_000 }).toBeGreaterThan(2);
    const { data } = await alice.call(nouns.tasks.calls.list, { query: { name: command, limit: 1 } });
    expect(data).toMatchObject([{ state: 'running', error: null }]);
  }

  it.each(MOMENTS)('has made one server of a creation that was %s, marked as its task’s, and its key answers so', async (moment) => {
    const name = `created-${moment}`;
    await dying('POST', moment, () => create(name));
    if (moment === 'asked') expect(await endOfLast('server.create')).toMatchObject(INTERRUPTED);
    const answers = await Promise.all([create(name), create(name)]);
    expect(answers[1]).toEqual(answers[0]);
    const [{ task_id: taskId, id }] = answers;
    expect(await ended(taskId)).toMatchObject({ state: 'success', result: { id } });
    expect(nova.called(name).map((server) => [server.id, server.metadata['gantry_task']])).toEqual([[id, taskId]]);
    expect((await alice.call(calls.list, { query: { name } })).data).toMatchObject([{ id, status: 'ACTIVE' }]);
    // What never reached the cloud says so, and the repetition was a try of its own.
    const tasks = (await alice.call(nouns.tasks.calls.list, { query: { name: 'server.create', limit: 100 } })).data;
    const ends = tasks.filter(({ kwargs }) => kwargs['name'] === name).map(({ state, error }) => [state, error?.code ?? null]);
    expect(ends.toSorted()).toEqual([...(moment === 'asked' ? [['aborted', 'interrupted']] : []), ['success', null]]);
  });

  it.each(MOMENTS)('has stopped a server at most once whose stop was %s', async (moment) => {
    const [serverId = ''] = await running(`stopped-${moment}`);
    await dying('POST', moment, () => alice.call(calls.stop, { params: { serverId } }));
    const task = await endOfLast('server.stop');
    const done = moment !== 'asked';
    expect(task).toMatchObject(done ? { state: 'success' } : INTERRUPTED);
    expect(nova.times(serverId, 'stop')).toBe(done ? 1 : 0);
    expect(await alice.call(calls.read, { params: { serverId } })).toMatchObject({ status: done ? 'SHUTOFF' : 'ACTIVE', task_state: null });
  });

  it.each(MOMENTS)('has deleted a server at most once whose deletion was %s', async (moment) => {
    const [serverId = ''] = await running(`deleted-${moment}`);
    await dying('DELETE', moment, () => alice.call(calls.delete, { params: { serverId } }));
    const task = await endOfLast('server.delete');
    const done = moment !== 'asked';
    expect(task).toMatchObject(done ? { state: 'success', items: [{ id: serverId }] } : INTERRUPTED);
    expect(nova.times(serverId, 'delete')).toBe(done ? 1 : 0);
    expect(nova.servers.has(serverId)).toBe(!done);
    expect((await alice.reply(calls.read, { params: { serverId } })).status).toBe(done ? 404 : 200);
  });

  it('has made one server of a creation whose work was done long after the kill, and its key knew of it all the time', async () => {
    const doTheWork = await dying('POST', 'asked', () => create('created-late'), LONG);
    await looking('server.create');
    const answers = await Promise.all([create('created-late'), create('created-late')]);
    expect(answers[1]).toEqual(answers[0]);
    expect(nova.called('created-late')).toEqual([]);
    doTheWork();
    const [{ task_id: taskId }] = answers;
    const task = await ended(taskId);
    const [server, ...others] = nova.called('created-late');
    expect(others).toEqual([]);
    expect(task).toMatchObject({ state: 'success', error: null, result: { id: server?.id } });
    expect(await create('created-late')).toEqual({ task_id: taskId, id: server?.id });
  });

  it('has stopped a server once whose stop was done long after the kill', async () => {
    const [serverId = ''] = await running('stopped-late');
    const doTheWork = await dying('POST', 'asked', () => alice.call(calls.stop, { params: { serverId } }), LONG);
    await looking('server.stop');
    doTheWork();
    expect(await endOfLast('server.stop')).toMatchObject({ state: 'success', error: null });
    expect(nova.times(serverId, 'stop')).toBe(1);
    expect(await alice.call(calls.read, { params: { serverId } })).toMatchObject({ status: 'SHUTOFF', task_state: null });
  });

  it('knows of each server of a bulk task whether it is gone, and asks for none twice', async () => {
    const ids = await running('bulk-1', 'bulk-2', 'bulk-3');
    nova.arm({ method: 'DELETE', moment: 'told', passes: 1, kill: () => victim.kill() });
    // The answer does not wait for the servers, nor they for it: it may be lost with the process.
    const answer = alice.call(calls.bulkDelete, { body: { ids } }).catch((error: unknown) => expect(String(error)).toMatch(/fetch failed/));
    expect(await victim.ended).toBeNull();
    await answer;
    await start();
    const task = await endOfLast('server.delete');
    const told = task.items.map(({ id, state, error }) => [id, state === 'success' ? 'gone' : error?.code]);
    const gone = ids.map((id) => [id, nova.servers.has(id) ? 'interrupted' : 'gone']);
    expect(told).toEqual(gone);
    expect(gone.filter(([, end]) => end === 'gone').length).toBeGreaterThanOrEqual(2);
    for (const id of ids) expect(nova.times(id, 'delete')).toBeLessThanOrEqual(1);
  });
});
