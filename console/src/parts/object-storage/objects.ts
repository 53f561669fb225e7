/** Names of objects as a tree of folders, although the storage has none: what stands before a slash is a folder (S0 §3). */

/** What a listing answers of an object, or of a folder: then only its `Prefix` is there. */
export interface ListedObject {
  Key?: string | undefined;
  Prefix?: string | undefined;
  Size?: number | undefined;
  LastModified?: Date | undefined;
  ETag?: string | undefined;
  /** In a list of versions only. */
  VersionId?: string | undefined;
  IsLatest?: boolean | undefined;
  /** It says that the object was deleted. */
  isMarker?: boolean | undefined;
}

/** A page of a folder, in the words of all lists (decision J2): the one after it begins at `next_marker`, unless this is the last. */
export interface FolderPage {
  folders: ListedObject[];
  objects: ListedObject[];
  count: number;
  is_truncated: boolean;
  next_marker: string | undefined;
}

/** An object or a folder with what follows from its key. */
export interface StoredItem extends ListedObject {
  /** The whole key; that of a folder ends with a slash. */
  id: string;
  /** The last part of the key. */
  name: string;
  /** Extension in small letters; empty where there is none, and of folders. */
  type: string;
  isFolder: boolean;
  /** Without its quotes. */
  etag: string;
}

const typeOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export function itemOf(listed: ListedObject): StoredItem {
  const { Key, Prefix = '', ETag = '' } = listed;
  const isFolder = Key === undefined;
  const id = Key ?? Prefix;
  const name = nameOf(id);
  return { ...listed, id, name, type: isFolder ? '' : typeOf(name), isFolder, etag: ETag.replaceAll('"', '') };
}

/** What tells a row of a list from all others: of one object there are several versions. */
export const rowOf = ({ id, VersionId }: StoredItem): string => (VersionId === undefined ? id : `${id}\0${VersionId}`);

/** `a/b.txt` → `b.txt`; `a/b/` → `b` */
export const nameOf = (key: string): string => {
  const whole = key.endsWith('/') ? key.slice(0, -1) : key;
  return whole.slice(whole.lastIndexOf('/') + 1);
};

/** Folder of a key, with a slash at its end; of the top the empty text: `a/b.txt` → `a/`, `a/b/` → `a/` */
export const folderOf = (key: string): string => key.slice(0, key.length - nameOf(key).length - (key.endsWith('/') ? 1 : 0));

/** What somebody types as a path: `/a/b` → `a/b/`; the top is the empty text. */
export function prefixOf(typed: string): string {
  const trimmed = typed.trim().replace(/^\/+/, '');
  return trimmed === '' || trimmed.endsWith('/') ? trimmed : `${trimmed}/`;
}

/** The folders on the way to a prefix: `a/b/` → a (`a/`), b (`a/b/`). */
export function trailOf(prefix: string): { name: string; prefix: string }[] {
  const names = prefix.split('/').slice(0, -1);
  return names.map((name, index) => ({ name, prefix: `${names.slice(0, index + 1).join('/')}/` }));
}

/** Folders first, as S3 gives both in the order of their keys. The object that stands for the folder itself is left out. */
export function itemsOf(folder: string, folders: readonly ListedObject[], objects: readonly ListedObject[]): StoredItem[] {
  return [...folders, ...objects.filter(({ Key }) => Key !== folder)].map(itemOf);
}

/** Why a folder cannot be called so; undefined: it can. */
export function wrongFolderName(name: string): 'required' | 'slash' | 'dots' | undefined {
  if (name.trim() === '') return 'required';
  if (name.includes('/')) return 'slash';
  return name === '.' || name === '..' ? 'dots' : undefined;
}

/** `report.pdf` beside others → `report (1).pdf`, the first that is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number += 1) {
    const free = `${stem} (${number})${ending}`;
    if (!taken.has(free)) return free;
  }
}
