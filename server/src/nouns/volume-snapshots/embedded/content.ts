/** What snapshots hold of their volumes. */
import type { Writer } from '../../../port/store/writer.ts';
import type { VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Content } from '../../../engines/embedded/platform/records.ts';

/** What is on a volume now. */
export const contentOf = ({ volume_image_metadata }: VolumeDocument): Content => ({ volume_image_metadata });

/** A volume with what was on it when a snapshot was taken of it. */
export const asTaken = async (platform: Platform, writer: Writer, snapshotId: string, volume: VolumeDocument): Promise<VolumeDocument> => ({
  ...volume,
  ...(await platform.buckets.contents.get(writer.records, snapshotId)),
});
