import { describe, expect, it } from 'vitest';
import type { VolumeDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import { anyDatabase } from '../../../support/databases.ts';
import { violations } from '../../../engines/embedded/support/invariants.ts';
import { ENGINE, refusal, TIMINGS } from '../../../engines/embedded/support/platform.ts';
import { sceneFor, type Scene } from '../../../engines/embedded/support/scene.ts';

/** Room for a few small disks. */
const NODES = { count: 2, vcpus: 8, ram: 8192, disk: 60 };
/** Longer than a deletion and a migration take. */
const EXTEND = 5000;

describe.each(anyDatabase)('volumes that grow, on the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  sceneFor(name, (opened) => (scene = opened), { nodes: NODES, timings: { ...TIMINGS, extend: EXTEND } });

  const volume = async (id: string) =>
    (await scene.store.read.get({ engine: ENGINE, kind: 'volume', id }))?.document as VolumeDocument | undefined;
  const volumesOf = async (server: string) => (await scene.server(server)).volumes.map(({ id }) => id);
  const bootOf = async (server: string) => (await volume((await volumesOf(server))[0]!))!;
  const extend = (id: string, size: number) => scene.caller.accept('volume.extend', id, { size });
  const hold = async () => expect(await violations(scene.store, scene.caller)).toEqual([]);

  it('a volume that grows holds quota and room from the beginning, and is larger at the end, with an entry in the history', async () => {
    const server = await scene.serverIn('ACTIVE');
    const { id, size } = await bootOf(server);
    const accepted = await extend(id, size + 7);
    expect(await volume(id)).toMatchObject({ status: 'extending', size });
    await hold();
    expect((await refusal(extend(id, size + 8))).reason).toEqual({
      code: 'volume_in_progress',
      params: { volume_status: 'extending' },
    });
    await scene.clock.advance(EXTEND);
    await scene.caller.settle('volume.extend', accepted);
    expect(await volume(id)).toMatchObject({ status: 'in-use', size: size + 7 });
    const { data } = (await scene.caller.live('server.events', 'server', server)) as { data: object[] };
    expect(data[0]).toMatchObject({ action: 'extend_volume', result: 'success', message: null });
  });

  it('a volume that grows needs room on the node only if it is the disk that is booted from', async () => {
    const server = await scene.serverIn('ACTIVE', { volumes: [{ name: 'data', size: 1 }] });
    const [id = '', further = ''] = await volumesOf(server);
    expect(await refusal(extend(id, 100))).toMatchObject({ code: 'no_capacity' });
    await extend(further, 100);
    await scene.clock.advance(EXTEND);
    expect([(await volume(id))!.status, (await volume(further))!.size]).toEqual(['in-use', 100]);
  });

  it('a growing volume takes its room along where the server goes meanwhile, and gives all back where the growth fails', async () => {
    const server = await scene.serverIn('SHUTOFF');
    const { id, size } = await bootOf(server);
    await scene.act('server.update', server, { metadata: { 'gantry.fault': 'extend_volume' } });
    const accepted = await extend(id, size + 5);
    await scene.act('server.migrate', server);
    expect((await scene.server(server)).status).toBe('VERIFY_RESIZE');
    await hold();
    await scene.clock.advance(EXTEND);
    await expect(scene.caller.settle('volume.extend', accepted)).rejects.toMatchObject({
      code: 'engine_refused',
      detail: 'extend_volume failed: fault injected by metadata',
    });
    expect(await volume(id)).toMatchObject({ status: 'in-use', size });
    await hold();
    await scene.act('server.revertResize', server);
    await hold();
  });

  it('a volume grows no more where its server is deleted sooner, and gives back what it held', async () => {
    const further = { name: 'stays', size: 2, delete_on_termination: false };
    const server = await scene.serverIn('ACTIVE', { volumes: [further] });
    const [boot = '', stays = ''] = await volumesOf(server);
    const [, accepted] = [await extend(boot, 20), await extend(stays, 4)];
    await scene.act('server.delete', server);
    await expect(scene.caller.settle('volume.extend', accepted)).rejects.toMatchObject({ detail: 'the server was deleted' });
    expect([await volume(boot), await volume(stays)]).toEqual([undefined, expect.objectContaining({ status: 'available', size: 2 })]);
    await hold();
    await scene.clock.advance(EXTEND);
    // Nobody has it now.
    const again = await extend(stays, 4);
    await hold();
    await scene.clock.advance(EXTEND);
    await scene.caller.settle('volume.extend', again);
    expect(await volume(stays)).toMatchObject({ status: 'available', size: 4 });
  });

  it('the growth of a volume is refused for what the rule, the size or the quota says', async () => {
    const server = await scene.serverIn('SUSPENDED');
    const { id, size } = await bootOf(server);
    expect((await refusal(extend(id, size + 1))).reason).toMatchObject({ code: 'server_status', params: { status: 'SUSPENDED' } });
    await scene.act('server.resume', server);
    const tooSmall = { size: [{ code: 'too_small', params: { min: size + 1 } }] };
    expect((await refusal(extend(id, size))).fields).toEqual(tooSmall);
    expect(await refusal(extend(id, 9000))).toMatchObject({ code: 'quota_exceeded', params: { resource: 'gigabytes' } });
    expect(await volume(id)).toMatchObject({ status: 'in-use', size });
  });
});
