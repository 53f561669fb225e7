import type { VolumeSnapshotCreate, VolumeSnapshotUpdate } from '@gantry/contract/nouns/volume-snapshots/calls';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Row } from '../../../port/store/rows.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { CommandContext, Engine } from '../../../port/engine.ts';
import { volumeSnapshots, type CinderSnapshot } from './client.ts';
import { updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { createAsync, deleteAsync, updateAsync, type AsyncOperation } from '../../../engines/openstack/commands/async-operation.ts';
import { refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { revertVolume } from './revert.ts';
import { scheduleVolume } from './schedule.ts';
import { uploadSnapshot } from './to-image.ts';

const SNAPSHOTS: AsyncOperation<CinderSnapshot> = {
  kind: 'volume_snapshot',
  service: 'volume',
  path: '/snapshots',
  member: 'snapshot',
  called: 'the snapshot',
  from: volumeSnapshots,
};

/** The volume, if a snapshot may be taken of it now. Throws validation_failed where it is not seen, state_conflict with the rule's reason. */
async function takeable(parts: Parts, context: CommandContext, id: string): Promise<Row> {
  const { store } = context;
  await refreshNow(parts, context, id, 'volume');
  const volume = await store.read.find('volume', id, visibilityOfActor(context.actor));
  if (!volume) throw new GantryError('validation_failed', { fields: { volume_id: [{ code: 'unknown_id' }] } });
  const { status, attachments } = volume.document;
  const [attachment] = attachments;
  const server = attachment && (await store.read.get({ engine: parts.engine, kind: 'server', id: attachment.server_id }));
  assertAllowed(isSnapshotTakeable({ status }, server?.document));
  return volume;
}

/** What the volume service does with snapshots of volumes; of one that a server has, it wants to be told that this is meant. */
export const volumeSnapshotCommands = (parts: Parts): Engine['commands'] => ({
  'volume_snapshot.create': createAsync<VolumeSnapshotCreate, CinderSnapshot>(parts, SNAPSHOTS, {
    async wanted(context, { volume_id, name, description }) {
      const volume = await takeable(parts, context, volume_id);
      const force = volume.document['status'] === 'in-use' && { force: true };
      return { members: { volume_id, name, ...(description !== undefined && { description }), ...force }, projectId: volume.projectId };
    },
    among: (_context, { volume_id }) => ({ volume_id }),
  }),
  'volume_snapshot.update': updateAsync<VolumeSnapshotUpdate>(parts, SNAPSHOTS),
  'volume_snapshot.delete': deleteAsync(parts, SNAPSHOTS),
  'volume.schedule': scheduleVolume(parts),
  'volume_snapshot.revert': revertVolume(parts),
  'volume_snapshot.uploadToImage': uploadSnapshot(parts),
  'volume_snapshot.resetState': updateSync(parts, SNAPSHOTS.kind, ({ id }) => ({
    service: SNAPSHOTS.service,
    method: 'POST',
    path: `${SNAPSHOTS.path}/${encodeURIComponent(id)}/action`,
    body: { 'os-reset_status': { status: 'available' } },
  })),
});
