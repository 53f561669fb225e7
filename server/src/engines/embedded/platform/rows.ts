/** Writes the documents of the platform with whom they belong to. */
import type { ChangeNote } from '../../../port/store/changes.ts';
import type { Documents, Row, RowInput, Share } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { ImageDocument, KindName, ServerDocument, VolumeDocument } from './documents.ts';
import type { Platform } from './platform.ts';

interface Owned {
  id: string;
  domain_id?: string | null;
  project_id?: string | null;
  user_id?: string | null;
}

/** The row of a document that says itself whom it belongs to. `shares`: absent where those that it has stay. */
export const ownedRow = <K extends KindName>(
  platform: Platform,
  kind: K,
  document: Documents[K],
  shares?: readonly Share[],
): RowInput & { document: Documents[K] } => {
  const { domain_id: domainId = null, project_id: projectId = null, user_id: userId = null }: Owned = document;
  return { ...platform.key(kind, document.id), domainId, projectId, userId, document: { ...document }, ...(shares && { shares }) };
};

export const putOwned = <K extends KindName>(
  platform: Platform,
  writer: Writer,
  kind: K,
  document: Documents[K],
  { shares, note }: { shares?: readonly Share[] | undefined; note?: ChangeNote | undefined } = {},
): Promise<Row> => writer.put(ownedRow(platform, kind, document, shares), note);

export const putServer = (platform: Platform, writer: Writer, server: ServerDocument, note?: ChangeNote): Promise<Row> =>
  putOwned(platform, writer, 'server', server, { note });

export const putVolume = (platform: Platform, writer: Writer, volume: VolumeDocument): Promise<Row> =>
  putOwned(platform, writer, 'volume', volume);

export const putImage = (platform: Platform, writer: Writer, image: ImageDocument): Promise<Row> =>
  putOwned(platform, writer, 'image', image);

/** Puts those rows of a kind that are not there. Mostly all of them are, which is found out without a change. `also`: what comes with new ones. */
export async function ensureRows<R extends RowInput>(
  platform: Platform,
  kind: KindName,
  rows: readonly R[],
  also?: (writer: Writer, made: readonly R[]) => Promise<void>,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const missing = async (reader: Pick<Writer, 'getMany'>): Promise<R[]> => {
    const there = await reader.getMany(platform.id, kind, ids);
    return rows.filter(({ id }) => !there.has(id));
  };
  if ((await missing(platform.store.read)).length === 0) return;
  await platform.change(async (writer) => {
    const made = await missing(writer);
    await writer.putMany(made);
    await also?.(writer, made);
  });
}

type Ownership = Partial<Pick<RowInput, 'domainId' | 'projectId' | 'shares'>>;

/** The row of a document that is made with the platform; without `ownership` it is nobody's, and nobody's to see. */
export const rowOf = <K extends KindName>(platform: Platform, kind: K, document: Documents[K], ownership: Ownership = {}): RowInput => ({
  ...platform.key(kind, document.id),
  domainId: null,
  projectId: null,
  userId: null,
  ...ownership,
  document,
});
