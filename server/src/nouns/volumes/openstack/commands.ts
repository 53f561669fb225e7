/** What the volume service does with volumes themselves. */
import { imageProblem } from '@gantry/contract/nouns/images/rules';
import type { VolumeBootable, VolumeClone, VolumeCreate, VolumeUpdate } from '@gantry/contract/nouns/volumes/bodies';
import { isVolumeClonable } from '@gantry/contract/nouns/volumes/rules';
import { isSnapshotUsable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Row } from '../../../port/store/rows.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { CommandContext, Engine } from '../../../port/engine.ts';
import { createAsync, deleteAsync, updateAsync, type AsyncOperation } from '../../../engines/openstack/commands/async-operation.ts';
import { refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { smallestVolume } from '../../images/openstack/disk.ts';
import { updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { actionOn, found } from './action.ts';
import { extendVolume } from './extend.ts';
import { retypeVolume } from './retype.ts';
import { attachToServer, detachFromServer } from './to-servers.ts';
import { uploadVolume } from './to-image.ts';
import { volumes, type CinderVolume } from './client.ts';

const VOLUMES: AsyncOperation<CinderVolume> = {
  kind: 'volume',
  service: 'volume',
  path: '/volumes',
  member: 'volume',
  called: 'the volume',
  from: volumes,
};

/** What a volume is made of, and how large that makes it at least (GiB). */
interface Source {
  members: { imageRef?: string; snapshot_id?: string };
  min: number;
}

const UNKNOWN = { code: 'unknown_id' };
const invalid = (field: string, problem: CodedText): GantryError =>
  new GantryError('validation_failed', { fields: { [field]: [problem] } });

/** Image or snapshot, if a volume can be made of it now. Throws validation_failed. */
async function sourceOf(parts: Parts, context: CommandContext, body: VolumeCreate): Promise<Source | undefined> {
  const seen = <K extends string>(kind: K, id: string): Promise<Row<K> | undefined> =>
    context.store.read.find(kind, id, visibilityOfActor(context.actor));
  if (body.image_id !== undefined) {
    const image = await seen('image', body.image_id);
    if (!image) throw invalid('image_id', UNKNOWN);
    const problem = imageProblem(image.document);
    if (problem) throw invalid('image_id', problem);
    return { members: { imageRef: image.id }, min: smallestVolume(image) };
  }
  if (body.snapshot_id === undefined) return undefined;
  await refreshNow(parts, context, body.snapshot_id, 'volume_snapshot');
  const snapshot = await seen('volume_snapshot', body.snapshot_id);
  if (!snapshot) throw invalid('snapshot_id', UNKNOWN);
  const usable = isSnapshotUsable({ status: snapshot.document.status });
  if (usable !== true) throw invalid('snapshot_id', usable);
  return { members: { snapshot_id: snapshot.id }, min: snapshot.document.size };
}

/** What Cinder calls what is requested. Throws validation_failed, project_scope_required. */
async function wanted(parts: Parts, context: CommandContext, body: VolumeCreate) {
  const { scope } = context.actor;
  if (scope.type !== 'project') throw new GantryError('project_scope_required');
  const source = await sourceOf(parts, context, body);
  const { name, description, size = source?.min, storage_policy_id: policy } = body;
  if (source && size! < source.min) throw invalid('size', { code: 'too_small', params: { min: source.min } });
  const more = { ...(description !== undefined && { description }), ...(policy !== undefined && { volume_type: policy }) };
  return { members: { name, size, ...more, ...source?.members }, projectId: scope.projectId };
}

/** The same of a copy of a volume. Throws also state_conflict with the rule's reason. */
async function copied(parts: Parts, context: CommandContext, body: VolumeClone) {
  const { row, volume, servers } = await found(parts, context, body.volume_id);
  assertAllowed(isVolumeClonable(volume, servers));
  const { name, description, size = volume.size, storage_policy_id: policy } = body;
  if (size < volume.size) throw invalid('size', { code: 'too_small', params: { min: volume.size } });
  const more = { ...(description !== undefined && { description }), ...(policy !== undefined && { volume_type: policy }) };
  return { members: { name, size, source_volid: row.id, ...more }, projectId: row.projectId };
}

const among: Parameters<typeof createAsync>[2]['among'] = ({ actor: { scope } }) =>
  scope.type === 'project' ? { project_id: scope.projectId } : {};

export const volumeCommands = (parts: Parts): Engine['commands'] => ({
  'volume.create': createAsync<VolumeCreate, CinderVolume>(parts, VOLUMES, {
    wanted: (context, body) => wanted(parts, context, body),
    among,
  }),
  'volume.clone': createAsync<VolumeClone, CinderVolume>(parts, VOLUMES, {
    wanted: (context, body) => copied(parts, context, body),
    among,
  }),
  'volume.update': updateAsync<VolumeUpdate>(parts, VOLUMES),
  'volume.delete': deleteAsync(parts, VOLUMES),
  'volume.attach': attachToServer(parts),
  'volume.detach': detachFromServer(parts),
  'volume.extend': extendVolume(parts),
  'volume.retype': retypeVolume(parts),
  'volume.uploadToImage': uploadVolume(parts),
  'volume.setBootable': updateSync<VolumeBootable>(parts, VOLUMES.kind, ({ id }, body) => actionOn(id, { 'os-set_bootable': body })),
  'volume.resetState': updateSync(parts, VOLUMES.kind, ({ id, document }) => {
    const isAttached = (document['attachments'] as readonly unknown[]).length > 0;
    return actionOn(id, { 'os-reset_status': { status: isAttached ? 'in-use' : 'available' } });
  }),
});
