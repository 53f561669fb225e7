/** Writes the documents of the platform with whom they belong to. */
import type { ChangeNote, Row, Writer } from '../../store/port.ts';
import type { ImageDocument, ServerDocument, SnapshotDocument, VolumeDocument } from './documents.ts';
import type { Platform } from './platform.ts';

interface Owned {
  id: string;
  domain_id: string | null;
  project_id: string | null;
}

const rowOf = <D extends Owned>(platform: Platform, kind: 'server' | 'volume' | 'volume_snapshot' | 'image', document: D) => ({
  ...platform.key(kind, document.id),
  domainId: document.domain_id,
  projectId: document.project_id,
  userId: null,
  document: { ...document },
});

export const putServer = (platform: Platform, writer: Writer, server: ServerDocument, note?: ChangeNote): Promise<Row> =>
  writer.put(rowOf(platform, 'server', server), note);

export const putVolume = (platform: Platform, writer: Writer, volume: VolumeDocument): Promise<Row> =>
  writer.put(rowOf(platform, 'volume', volume));

export const putImage = (platform: Platform, writer: Writer, image: ImageDocument): Promise<Row> =>
  writer.put(rowOf(platform, 'image', image));

export const putSnapshot = (platform: Platform, writer: Writer, snapshot: SnapshotDocument): Promise<Row> =>
  writer.put(rowOf(platform, 'volume_snapshot', snapshot));
