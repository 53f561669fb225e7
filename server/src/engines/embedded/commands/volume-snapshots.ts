import { randomUUID } from 'node:crypto';
import type { VolumeSnapshotCreate, VolumeSnapshotUpdate } from '@gantry/contract/nouns/volume-snapshots/calls';
import { isSnapshotDeletable, isSnapshotRenamable, type SnapshotState } from '@gantry/contract/nouns/volume-snapshots/rules';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Rule } from '@gantry/contract/wire/verdict';
import type { Writer } from '../../../store/port.ts';
import type { Acceptance, Command, CommandContext, Engine } from '../../engine.ts';
import type { SnapshotDocument, VolumeDocument } from '../documents.ts';
import type { Platform } from '../platform.ts';
import { reserveQuota } from '../quotas.ts';
import { putOwned } from '../rows.ts';
import { amountsOfSnapshot, beginSnapshotChange } from '../volume-snapshots.ts';
import { acceptedBefore, acceptOnce, doneAtOnce } from './accept.ts';
import { invalid, seen } from './seen.ts';
import { settled } from './settle.ts';

/** What is done with snapshots of volumes, by the names of the contract's calls. */
export const volumeSnapshotCommands = (platform: Platform): Engine['commands'] => ({
  'volume_snapshot.create': createSnapshot(platform),
  'volume_snapshot.update': doneAtOnce<VolumeSnapshotUpdate>(platform, async (writer, { id, body }) => {
    const snapshot = await snapshotNow(platform, writer, id, isSnapshotRenamable);
    const { name = snapshot.name, description = snapshot.description } = body;
    await putOwned(platform, writer, 'volume_snapshot', { ...snapshot, name, description: description || null });
    return snapshot.id;
  }),
  'volume_snapshot.delete': deleteSnapshot(platform),
});

/** Takes a snapshot of a volume that is seen: it belongs to the volume's project. */
function createSnapshot(platform: Platform): Command<VolumeSnapshotCreate> {
  const accept = async (context: CommandContext, body: VolumeSnapshotCreate): Promise<Acceptance> => {
    platform.assertUp();
    await seen(platform, 'volume', [body.volume_id], context.actor, 'volume_id');
    return acceptOnce(platform, context, null, async (writer, accepted) => {
      const volume = await takeable(platform, writer, body.volume_id);
      const snapshot = snapshotOf(platform, volume, body);
      await reserveQuota(platform, writer, volume.project_id, amountsOfSnapshot(snapshot, volume));
      await beginSnapshotChange(platform, writer, snapshot, { action: 'create', accepted });
      return { id: snapshot.id, done: false };
    });
  };
  return {
    accept: (context, _target, body) => accept(context, body),
    settle: (context, acceptance) => settled(platform, context, acceptance),
    recover: async (context, id, body) => (await acceptedBefore(platform, context, id)) ?? accept(context, body),
  };
}

const snapshotOf = (platform: Platform, volume: VolumeDocument, { name, description }: VolumeSnapshotCreate): SnapshotDocument => ({
  id: randomUUID(),
  name,
  description: description || null,
  status: 'creating',
  size: volume.size,
  volume_id: volume.id,
  volume_name: null,
  bootable: null,
  storage_policy_name: null,
  created_at: platform.now(),
  project_id: volume.project_id,
  domain_id: volume.domain_id,
});

/** The volume, if a snapshot may be taken of it now. Throws state_conflict with the rule's reason. */
async function takeable(platform: Platform, writer: Writer, id: string): Promise<VolumeDocument> {
  const volume = await platform.document(writer, 'volume', id);
  if (!volume) throw invalid('volume_id', { code: 'unknown_id' });
  const [attachment] = volume.attachments;
  const server = attachment && (await platform.document(writer, 'server', attachment.server_id));
  const verdict = isSnapshotTakeable(volume, server);
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
  return volume;
}

/** Deletes a snapshot; volumes made of it stay. One that is gone when a crash has been survived is what the task was for. */
function deleteSnapshot(platform: Platform): Command {
  const begin = async (context: CommandContext, id: string | null, again: boolean): Promise<Acceptance> => {
    platform.assertUp();
    return acceptOnce(platform, context, id, async (writer, accepted) => {
      if (again && id !== null && !(await platform.row(writer, 'volume_snapshot', id))) return { id, done: true };
      const snapshot = await snapshotNow(platform, writer, id, isSnapshotDeletable);
      await beginSnapshotChange(platform, writer, { ...snapshot, status: 'deleting' }, { action: 'delete', accepted });
      return { id: snapshot.id, done: false };
    });
  };
  return {
    accept: (context, target) => begin(context, target?.id ?? null, false),
    settle: (context, acceptance) => settled(platform, context, acceptance),
    recover: async (context, id) => (await acceptedBefore(platform, context, id)) ?? begin(context, id, true),
  };
}

/** A snapshot as it is now. Throws not_found, or state_conflict with the rule's reason. */
async function snapshotNow(platform: Platform, writer: Writer, id: string | null, rule: Rule<SnapshotState>): Promise<SnapshotDocument> {
  const snapshot = id === null ? undefined : await platform.document(writer, 'volume_snapshot', id);
  if (!snapshot) throw new GantryError('not_found');
  const verdict = rule(snapshot);
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
  return snapshot;
}
