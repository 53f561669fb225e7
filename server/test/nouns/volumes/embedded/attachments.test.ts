import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { VolumeDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import type { HistoryEntry } from '../../../../src/engines/embedded/platform/records.ts';
import { anyDatabase, openTestStore } from '../../../support/databases.ts';
import {
  Caller,
  ENGINE,
  globexProd,
  idOfName,
  serverOf,
  smallPlatform,
  startEngine,
  TIMINGS,
  refusal,
} from '../../../engines/embedded/support/platform.ts';
import { mustHold, violations } from '../../../engines/embedded/support/invariants.ts';

type Opened = Awaited<ReturnType<typeof openTestStore>>;

describe.each(anyDatabase)('volumes and interfaces of servers of the embedded platform on $name', ({ name }) => {
  let opened: Opened;
  let store: Opened['store'];
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;

  beforeAll(async () => {
    opened = await openTestStore(name);
    store = opened.store;
    ({ clock, engine, caller } = await smallPlatform(store));
  });
  afterEach(() => mustHold(store, caller));
  afterAll(async () => {
    await engine.stop();
    await opened.close();
  });

  const settled = () => clock.advance(TIMINGS.build);
  /** A server that runs. */
  const running = async (more: Parameters<Caller['create']>[0] = {}): Promise<string> => {
    const id = await caller.create(more);
    await settled();
    return id;
  };
  const volumeOf = async (id: string): Promise<VolumeDocument | undefined> =>
    (await store.read.get({ engine: ENGINE, kind: 'volume', id }))?.document as VolumeDocument | undefined;
  const statusOf = async (id: string) => (await volumeOf(id))?.status;
  const volumesOf = async (id: string) => (await serverOf(store, id))?.volumes.map((volume) => volume.id);
  const history = async (id: string) => ((await caller.live('server.events', 'server', id)) as { data: HistoryEntry[] }).data;

  /** A volume that nobody has: made for a server that is deleted without it. */
  async function spare(size = 2): Promise<string> {
    const maker = await running({ volumes: [{ name: 'data', size, delete_on_termination: false }] });
    const id = (await volumesOf(maker))![1]!;
    await caller.accept('server.delete', maker);
    await settled();
    expect(await volumeOf(id)).toMatchObject({ status: 'available', attachments: [] });
    return id;
  }

  const attach = (server: string, volume: string, more: object = {}) =>
    caller.accept('server.attachVolume', server, { volume_id: volume, ...more });
  const detach = (server: string, volume: string) =>
    caller.accept('server.detachVolume', server, { action: 'detach_volume', volume_id: volume, force: true });

  it('attaches an available volume: it is the server’s from the beginning, and in use after a while', async () => {
    const [server, volume] = [await running(), await spare()];
    const accepted = await attach(server, volume, { delete_on_termination: true });
    expect(await volumeOf(volume)).toMatchObject({ status: 'attaching', attachments: [{ server_id: server }] });
    expect((await serverOf(store, server))?.volumes[1]).toMatchObject({ id: volume, delete_on_termination: true });
    expect(await violations(store, caller)).toEqual([]);
    await settled();
    await caller.settle('server.attachVolume', accepted);
    expect(await statusOf(volume)).toBe('in-use');
    expect((await history(server))[0]).toMatchObject({ action: 'attach_volume', result: 'success', user_id: caller.actor.userId });
  });

  it('detaches a volume of a running and of a stopped server, but never the one it boots from', async () => {
    const [server, volume] = [await running(), await spare()];
    const [boot] = (await volumesOf(server))!;
    for (const stopped of [false, true]) {
      if (stopped) await caller.accept('server.stop', server);
      await settled();
      await attach(server, volume);
      await settled();
      const accepted = await detach(server, volume);
      expect([await statusOf(volume), await volumesOf(server)]).toEqual(['detaching', [boot, volume]]);
      const again = await refusal(detach(server, volume));
      expect([again.code, again.reason]).toEqual([
        'state_conflict',
        { code: 'volume_in_progress', params: { volume_status: 'detaching' } },
      ]);
      await settled();
      await caller.settle('server.detachVolume', accepted);
      expect(await volumeOf(volume)).toMatchObject({ status: 'available', attachments: [] });
      expect(await volumesOf(server)).toEqual([boot]);
      expect((await refusal(detach(server, volume))).reason).toEqual({ code: 'volume_not_attached' });
    }
    expect((await refusal(detach(server, boot!))).reason).toEqual({ code: 'volume_boot' });
    expect((await history(server)).map(({ action, result }) => `${action} ${result}`)).toEqual(
      expect.arrayContaining(['detach_volume success', 'attach_volume success']),
    );
  });

  it('gives a volume to one server only, and none of another project', async () => {
    const [one, other, volume] = [await running(), await running(), await spare()];
    await attach(one, volume);
    for (const _ of ['attaching', 'in-use']) {
      const { code, fields } = await refusal(attach(other, volume));
      const status = await statusOf(volume);
      expect([code, fields]).toEqual(['validation_failed', { volume_id: [{ code: 'volume_not_available', params: { status } }] }]);
      await settled();
    }
    const globex = new Caller(engine, store, await globexProd(engine));
    const theirs = await globex.create({
      network_ids: [await idOfName(store, 'network', 'globex-prod-private')],
      volumes: [{ name: 'theirs', size: 1 }],
    });
    await settled();
    const foreign = (await volumesOf(theirs))![1]!;
    expect((await refusal(attach(other, foreign))).fields).toEqual({ volume_id: [{ code: 'unknown_id' }] });
    expect((await refusal(attach(other, randomUUID()))).fields).toEqual({ volume_id: [{ code: 'unknown_id' }] });
  });

  it('leaves volumes behind when their server is deleted, but for those that go with it', async () => {
    const [server, goes, stays] = [await running(), await spare(3), await spare(4)];
    await attach(server, goes);
    await attach(server, stays, { delete_on_termination: true });
    await caller.accept('server.updateVolume', server, { volume_id: goes, delete_on_termination: true });
    await caller.accept('server.updateVolume', server, { volume_id: stays, delete_on_termination: false });
    const unknown = caller.accept('server.updateVolume', server, { volume_id: randomUUID(), delete_on_termination: true });
    expect((await refusal(unknown)).reason).toEqual({ code: 'volume_not_attached' });
    await settled();
    await caller.accept('server.delete', server);
    await settled();
    expect(await volumeOf(goes)).toBeUndefined();
    expect(await volumeOf(stays)).toMatchObject({ status: 'available', attachments: [] });
  });

  it('ends the attachment of a volume whose server is deleted before it came about, and calls a detachment done', async () => {
    const [server, coming, going] = [await running(), await spare(), await spare()];
    await attach(server, going);
    await settled();
    const [arriving, leaving] = [await attach(server, coming), await detach(server, going)];
    const deleted = await caller.accept('server.delete', server);
    // The deletion is through first: the clock stands still for the volumes.
    await store.transaction(async ({ records }) => {
      const due = new Date(clock.now() + 10 * 60_000).toISOString();
      for (const id of [coming, going])
        await records.put(
          `engine:${ENGINE}`,
          'changes',
          `volume:${id}`,
          await records.get(`engine:${ENGINE}`, 'changes', `volume:${id}`),
          due,
        );
    });
    await settled();
    await caller.settle('server.delete', deleted);
    await expect(caller.settle('server.attachVolume', arriving)).rejects.toMatchObject({
      code: 'engine_refused',
      detail: 'the server was deleted',
    });
    await caller.settle('server.detachVolume', leaving);
    expect([await statusOf(coming), await statusOf(going)]).toEqual(['available', 'available']);
  });

  it('a failed attachment or detachment leaves the volume where it was, and task and history say why', async () => {
    const volume = await spare();
    const server = await running();
    const fault = (value: string) => caller.accept('server.update', server, { metadata: { 'gantry.fault': value } });
    await fault('attach_volume');
    const failing = await attach(server, volume);
    await settled();
    await expect(caller.settle('server.attachVolume', failing)).rejects.toMatchObject({ code: 'engine_refused' });
    expect([await statusOf(volume), await volumesOf(server)]).toMatchObject(['available', { length: 1 }]);
    expect((await history(server))[0]).toMatchObject({
      action: 'attach_volume',
      result: 'failed',
      message: expect.stringContaining('fault'),
    });
    await fault('detach_volume');
    await attach(server, volume);
    await settled();
    const stuck = await detach(server, volume);
    await settled();
    await expect(caller.settle('server.detachVolume', stuck)).rejects.toMatchObject({ code: 'engine_refused' });
    expect([await statusOf(volume), (await volumesOf(server))?.includes(volume)]).toEqual(['in-use', true]);
  });

  it('the attachment of a volume goes on beside what is done to the server, each with its own entry in the history', async () => {
    const [server, volume] = [await running(), await spare()];
    const stopping = await caller.accept('server.stop', server);
    await clock.advance(TIMINGS.stop / 2);
    const refused = await refusal(attach(server, volume));
    expect(refused.reason?.code).toBe('server_in_progress');
    await settled();
    await caller.settle('server.stop', stopping);
    await attach(server, volume);
    await clock.advance(TIMINGS.attach / 2);
    await caller.accept('server.start', server);
    await clock.advance(TIMINGS.attach / 2);
    const entries = async () => (await history(server)).slice(0, 2).map(({ action, result }) => [action, result]);
    expect(await entries()).toEqual([
      ['start', 'running'],
      ['attach_volume', 'success'],
    ]);
    await settled();
    expect(await entries()).toEqual([
      ['start', 'success'],
      ['attach_volume', 'success'],
    ]);
  });

  it('the attachment of a volume is finished by another process where the first one died', async () => {
    const [server, volume] = [await running(), await spare()];
    const accepted = await attach(server, volume);
    await engine.stop();
    engine = await startEngine(store, clock, {}, 'another process');
    caller = new Caller(engine, store, caller.actor);
    await settled();
    await caller.settle('server.attachVolume', accepted);
    expect(await statusOf(volume)).toBe('in-use');
  });

  describe('interfaces', () => {
    const networkId = () => idOfName(store, 'network', 'acme-prod-private');
    const add = async (server: string, more: object = {}) =>
      caller.accept('server.attachInterface', server, { network_id: await networkId(), ...more });
    const nics = async (server: string) => (await serverOf(store, server))!.networks;

    it('a new interface gets the next free address, or the one that is asked for, once', async () => {
      const server = await running();
      await add(server);
      await add(server, { fixed_ips: ['10.64.0.200'] });
      const [first, second, third] = await nics(server);
      expect(new Set([first!.ips[0], second!.ips[0], third!.ips[0]]).size).toBe(3);
      expect(third).toMatchObject({ network_id: await networkId(), ips: ['10.64.0.200'] });
      expect((await serverOf(store, server))?.network_data[2]).toEqual({ mac_addr: third!.mac_addr, fixed_ips: ['10.64.0.200'] });
      const at = async (ip: string) => (await refusal(add(server, { fixed_ips: [ip] }))).fields;
      expect(await at('10.64.0.200')).toEqual({ 'fixed_ips.0': [{ code: 'address_taken' }] });
      for (const ip of ['10.65.0.1', '192.168.0.1', '2001:db8::1'])
        expect(await at(ip), ip).toEqual({ 'fixed_ips.0': [{ code: 'address_outside' }] });
      expect((await history(server))[0]).toMatchObject({ action: 'attach_interface', result: 'success' });
    });

    it('interfaces give their address back when taken away, whatever case their hardware address is written in', async () => {
      const server = await running();
      await add(server, { fixed_ips: ['10.64.0.210'] });
      const { mac_addr } = (await nics(server))[1]!;
      await caller.accept('server.detachInterface', server, { mac_addr: mac_addr.toUpperCase() });
      expect(await nics(server)).toHaveLength(1);
      expect((await refusal(caller.accept('server.detachInterface', server, { mac_addr }))).reason).toEqual({
        code: 'interface_not_attached',
      });
      await add(server, { fixed_ips: ['10.64.0.210'] });
      expect((await history(server)).map(({ action }) => action)).toEqual([
        'attach_interface',
        'detach_interface',
        'attach_interface',
        'create',
      ]);
    });

    it('a server has fifteen interfaces at most, and their addresses are freed with the server', async () => {
      const server = await running();
      for (let count = 1; count < 15; count += 1) await add(server);
      expect((await refusal(add(server))).reason).toEqual({ code: 'server_interfaces_full', params: { max: 15 } });
      await caller.accept('server.delete', server);
      await settled();
      await mustHold(store, caller);
    });

    it('attaching an interface refuses a network of another project', async () => {
      const server = await running();
      const foreign = await idOfName(store, 'network', 'globex-prod-private');
      expect((await refusal(add(server, { network_id: foreign }))).fields).toEqual({ network_id: [{ code: 'unknown_id' }] });
    });
  });
});
