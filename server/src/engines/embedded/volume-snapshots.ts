/** Snapshots of volumes: rows of their own that count in quotas, take time to come and go, and keep their volume from being deleted. */
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import type { Writer } from '../../store/port.ts';
import { instantOf } from '../../clock.ts';
import { putAccepted } from './accepted.ts';
import type { SnapshotDocument, VolumeDocument } from './documents.ts';
import { failsOn } from './faults.ts';
import type { Platform } from './platform.ts';
import { amountsOfSpace, releaseQuota } from './quotas.ts';
import type { Amounts, SnapshotChange } from './records.ts';
import { putOwned } from './rows.ts';

/** What a snapshot takes from its project's quota: as much space as its volume had, of that one's storage policy. */
export const amountsOfSnapshot = (
  { size }: Pick<SnapshotDocument, 'size'>,
  { storage_policy_name }: Pick<VolumeDocument, 'storage_policy_name'>,
): Amounts => ({ snapshots: 1, ...amountsOfSpace({ size, storage_policy_name }) });

/** Lets a snapshot, as it is now to be seen, be taken or deleted. */
export async function beginSnapshotChange(
  platform: Platform,
  writer: Writer,
  snapshot: SnapshotDocument,
  change: SnapshotChange,
): Promise<void> {
  await putOwned(platform, writer, 'volume_snapshot', snapshot);
  const due = instantOf(platform.clock.now() + platform.settings.timings.snapshot);
  await platform.buckets.snapshotChanges.put(writer.records, snapshot.id, change, due);
}

/** Ends what goes on with a snapshot, unless another process has done so. */
export async function endSnapshotChange(platform: Platform, id: string, seen: SnapshotChange): Promise<void> {
  await platform.change(async (writer) => {
    const change = await platform.buckets.snapshotChanges.get(writer.records, id);
    if (change?.accepted !== seen.accepted) return;
    const snapshot = await platform.document(writer, 'volume_snapshot', id);
    if (!snapshot) throw new Error(`snapshot ${id} changes without being there`);
    await platform.buckets.snapshotChanges.remove(writer.records, id);
    const failure = change.action === 'create' && (await isFailing(platform, writer, snapshot)) ? FAILURE : null;
    if (change.action === 'create')
      await putOwned(platform, writer, 'volume_snapshot', { ...snapshot, status: failure === null ? 'available' : 'error' });
    else await removeSnapshot(platform, writer, snapshot);
    const outcome = failure === null ? ({ ok: true } as const) : ({ ok: false, message: failure } as const);
    await putAccepted(platform, writer, change.accepted, { id, outcome });
  });
}

const FAULT = 'volume_snapshot';
const FAILURE = `${FAULT} failed: fault injected by metadata`;

/** Whether the server that has its volume says that snapshots fail. */
async function isFailing(platform: Platform, writer: Writer, { volume_id: id }: SnapshotDocument): Promise<boolean> {
  const [attachment] = (await platform.document(writer, 'volume', id))?.attachments ?? [];
  const server = attachment && (await platform.document(writer, 'server', attachment.server_id));
  return server !== undefined && failsOn(server.metadata, FAULT);
}

async function removeSnapshot(platform: Platform, writer: Writer, snapshot: SnapshotDocument): Promise<void> {
  const volume = await platform.document(writer, 'volume', snapshot.volume_id);
  if (!volume) throw new Error(`snapshot ${snapshot.id} has outlived its volume`);
  await writer.remove(platform.key('volume_snapshot', snapshot.id));
  await releaseQuota(platform, writer, snapshot.project_id, amountsOfSnapshot(snapshot, volume));
}

/** Whether a volume has snapshots. Changes run one after the other, so what is committed is all there is. */
export async function hasSnapshots({ store }: Platform, volumeId: string): Promise<boolean> {
  const { rows } = await store.read.list({
    kind: volumeSnapshotKind,
    visibility: { scope: { type: 'system' }, userId: '', domainId: '' },
    filters: { volume_id: { operator: 'is', values: [volumeId] } },
    sort: { key: 'created_at', descending: false },
    limit: 1,
  });
  return rows.length > 0;
}
