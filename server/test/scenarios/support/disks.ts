/** The life of a disk: a volume that is made with a server, grows with it and without it, and goes with it, and a snapshot of it. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { CallInput } from '@gantry/contract/wire/call';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { calls } = nouns.servers;
const { calls: volumes } = nouns.volumes;
const { calls: snapshots } = nouns.volumeSnapshots;
const { list: policies } = nouns.storagePolicies.calls;
const { read: quota } = nouns.quotas.calls;

/** GiB: at first, while its server runs, and while it has none. */
const SIZES = { first: 1, attached: 2, detached: 3 };

/** Adds the steps. They have a server of their own, which is gone afterwards. */
export function diskSteps(life: Life): void {
  const { step } = life;
  const client = () => life.tenant().client;
  const named = `scenario disk ${Date.now()}`;
  let serverId = '';
  let volumeId = '';
  const server = () => ({ params: { serverId } });
  const volume = () => ({ params: { volumeId } });

  const done = doneOf(life);

  /** Lets it grow, and answers both ways of seeing how large it is. */
  const grow = async (size: number) => {
    await done(client().call(volumes.extend, { ...volume(), body: { size } }));
    const { volumes: disks } = await client().call(calls.read, server());
    return { volume: await client().call(volumes.read, volume()), disk: disks.find(({ id }) => id === volumeId) };
  };

  /** GiB that the project has of a storage policy. */
  const usedOf = async (policy: string): Promise<number | null | undefined> => {
    const { projectId } = life.tenant();
    const { storage_policies: used } = await client().call(quota, { params: { projectId: projectId! }, query: { usage: 'True' } });
    return used.find(({ name }) => name === policy)?.used;
  };

  step('a server is made with a disk of its own, of the storage policy that is chosen for it', 'server.create', async () => {
    const { data: offered } = await client().call(policies, { query: { limit: 1000 } });
    const policy = offered.find(({ is_default: usual }) => !usual) ?? offered[0]!;
    const before = await usedOf(policy.name);
    const disk = { name: named, size: SIZES.first };
    const body = { name: 'scenario with a disk', ...life.ingredients(), volumes: [{ ...disk, storage_policy_id: policy.id }] };
    serverId = await done(client().call(calls.create, { body }));
    const { data } = await client().call(volumes.list, { query: { name: named } });
    const attachments = [{ server_id: serverId }];
    expect(data).toMatchObject([{ ...disk, storage_policy_name: policy.name, status: 'in-use', attachments }]);
    expect(await usedOf(policy.name)).toBe(before! + SIZES.first);
    volumeId = data[0]!.id;
    return policy.name;
  });

  step(
    'the disk of a server grows while the server runs, and never shrinks',
    'volume.extend',
    async () => {
      const { volume: grown, disk } = await grow(SIZES.attached);
      expect(grown).toMatchObject({ size: SIZES.attached, status: 'in-use', attachments: [{ server_id: serverId }] });
      expect(disk).toMatchObject({ size: SIZES.attached });
      const refusal = await client().refused(volumes.extend, { ...volume(), body: { size: SIZES.first } });
      expect(refusal).toMatchObject({ code: 'validation_failed' });
      return `${SIZES.first} to ${SIZES.attached} GiB`;
    },
    async () => (await client().refused(volumes.extend, { ...volume(), body: { size: SIZES.attached } })).status,
  );

  const detach: () => CallInput<typeof calls.detachVolume> = () => ({
    ...server(),
    query: { action: 'detach_volume' },
    body: { action: 'detach_volume', volume_id: volumeId, force: true },
  });
  step(
    'a disk that is taken off its server grows as well',
    'server.detachVolume',
    async () => {
      await done(client().call(calls.detachVolume, detach()));
      expect(await client().call(volumes.read, volume())).toMatchObject({ status: 'available', attachments: [] });
      const { volume: grown, disk } = await grow(SIZES.detached);
      expect(grown).toMatchObject({ size: SIZES.detached, status: 'available' });
      expect(disk).toBeUndefined();
      return `${SIZES.attached} to ${SIZES.detached} GiB`;
    },
    async () => (await client().refused(calls.detachVolume, detach())).status,
  );

  const snapshot = () => ({ body: { volume_id: volumeId, name: `${named}, before` } });
  step(
    'a snapshot of a disk is taken, gets another name and is deleted',
    'volume_snapshot.update',
    async () => {
      const snapshotId = await done(client().call(snapshots.create, snapshot()));
      const params = { snapshotId };
      const taken = { volume_id: volumeId, size: SIZES.detached, status: 'available' };
      expect(await client().call(snapshots.read, { params })).toMatchObject({ ...taken, ...snapshot().body });
      const change = { name: `${named}, after`, description: 'ä 中 ع' };
      await done(client().call(snapshots.update, { params, body: change }));
      expect(await client().call(snapshots.read, { params })).toMatchObject({ ...taken, ...change });
      expect((await client().call(snapshots.list, { query: { name: snapshot().body.name } })).data).toEqual([]);
      await done(client().call(snapshots.delete, { params }));
      expect(await client().refused(snapshots.read, { params })).toMatchObject({ status: 404 });
    },
    async () => (await client().refused(snapshots.create, snapshot())).status,
  );

  const together = (ids: readonly string[]) => ({ body: { ids: [...ids], server_id: serverId } });
  step(
    'two disks are given to a server as one task, and taken off as one task once the server is shut off',
    'volume.attach',
    async () => {
      const otherId = await done(client().call(volumes.create, { body: { name: `${named}, other`, size: SIZES.first } }));
      const ids = [volumeId, otherId];
      await done(client().call(volumes.bulkAttach, together(ids)));
      const held = (await client().call(calls.read, server())).volumes.map(({ id }) => id);
      expect(held).toEqual(expect.arrayContaining(ids));
      await done(client().call(calls.stop, server()));
      await done(client().call(volumes.bulkDetach, { body: { ids } }));
      for (const id of ids)
        expect(await client().call(volumes.read, { params: { volumeId: id } })).toMatchObject({ status: 'available', attachments: [] });
      await done(client().call(volumes.delete, { params: { volumeId: otherId } }));
    },
    async () => (await client().refused(volumes.bulkAttach, together([volumeId]))).status,
  );

  const attach = () => ({ ...server(), body: { volume_id: volumeId, delete_on_termination: true } });
  step(
    'a disk that is attached to go with its server is deleted with it',
    'server.attachVolume',
    async () => {
      await done(client().call(calls.attachVolume, attach()));
      const { volumes: disks } = await client().call(calls.read, server());
      expect(disks).toContainEqual({ id: volumeId, name: named, size: SIZES.detached, delete_on_termination: true });
      await done(client().call(calls.delete, server()));
      await expect.poll(async () => (await client().call(volumes.list, { query: { name: named } })).data, { timeout: 120_000 }).toEqual([]);
    },
    async () => (await client().refused(calls.attachVolume, attach())).status,
  );
}
