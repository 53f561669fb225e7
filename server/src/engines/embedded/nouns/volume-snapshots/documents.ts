import type { SnapshotDocument, VolumeDocument } from '../../platform/documents.ts';
import { amountsOfSpace } from '../../platform/quotas.ts';
import type { Amounts } from '../../platform/records.ts';

/** A snapshot of a volume that is about to be taken. */
export const newSnapshot = (
  { id: volume_id, size, project_id, domain_id }: VolumeDocument,
  own: Pick<SnapshotDocument, 'id' | 'name' | 'description' | 'created_at'>,
): SnapshotDocument => ({
  ...own,
  status: 'creating',
  size,
  volume_id,
  volume_name: null,
  bootable: null,
  storage_policy_name: null,
  project_id,
  domain_id,
});

/** What one takes from the quota: as much space as the volume had, of that one's storage policy. */
export const amountsOfSnapshot = ({ size }: SnapshotDocument, { storage_policy_name }: VolumeDocument): Amounts => ({
  snapshots: 1,
  ...amountsOfSpace({ size, storage_policy_name }),
});
