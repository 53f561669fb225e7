import type { SnapshotDocument, VolumeDocument } from '../../../engines/embedded/platform/documents.ts';

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

/** One as quotas count it: its space is of the storage policy of its volume. */
export const counted = (snapshot: SnapshotDocument, { storage_policy_name }: VolumeDocument): SnapshotDocument => ({
  ...snapshot,
  storage_policy_name,
});
