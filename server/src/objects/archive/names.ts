/** Names inside of a ZIP file, which lead nowhere but below the folder that it is unpacked into. */

/** What Windows has no names for; a backslash or a colon would lead elsewhere there. */
// oxlint-disable-next-line no-control-regex -- those are meant
const FOREIGN = /[\u0000-\u001f\u007f\\:*?"<>|]/g;

/** Each part of a path as the name of a file or folder; parts that name nothing are left out. */
const partsOf = (path: string): string[] =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (/^\.+$/.test(part) ? '_'.repeat(part.length) : part.replace(FOREIGN, '_')));

/** What two names have in common that are one on Windows or macOS, which pass over case, composition, and dots and spaces at the end. */
const foldedName = (name: string): string =>
  name
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[. ]+$/, '');

/** What stands in a folder so far. */
class Folder {
  readonly #folders = new Map<string, { name: string; folder: Folder }>();
  /** The number that a further name of the same gets, by its folded name. */
  readonly #taken = new Map<string, number>();
  /** Whether the folder stands in the file as an entry of its own. */
  isEntry = false;

  /** Gives a file or folder a name that nothing else here has: `name`, or with a number between `stem` and `extension`. */
  #take(name: string, stem: string, extension: string): string {
    const plain = foldedName(name);
    let given = name;
    let number = this.#taken.get(plain) ?? 1;
    for (; this.#taken.has(foldedName(given)); given = `${stem} (${number})${extension}`) number += 1;
    this.#taken.set(plain, number);
    if (given !== name) this.#taken.set(foldedName(given), 1);
    return given;
  }

  file(name: string): string {
    const [, stem = name, extension = ''] = /^(.+)(\.[^.]+)$/s.exec(name) ?? [];
    return this.#take(name, stem, extension);
  }

  /** The folder of that name, the same one each time. */
  folder(name: string): { name: string; folder: Folder } {
    const known = this.#folders.get(name) ?? { name: this.#take(name, name, ''), folder: new Folder() };
    this.#folders.set(name, known);
    return known;
  }
}

/** Gives each path a name of its own: of two files or folders that would be the same wherever it is unpacked, the later one gets a number. */
export function namer(): (path: string) => string | undefined {
  const root = new Folder();
  return (path) => {
    const parts = partsOf(path);
    const file = path.endsWith('/') ? undefined : parts.pop();
    let at = root;
    const names = parts.map((part) => {
      const { name, folder } = at.folder(part);
      at = folder;
      return name;
    });
    if (file !== undefined) return [...names, at.file(file)].join('/');
    if (names.length === 0 || at.isEntry) return undefined;
    at.isEntry = true;
    return `${names.join('/')}/`;
  };
}

/** What the ZIP file itself is called: as the one folder in it, else as where its objects are. */
export function archiveName({ bucket, folder, keys }: { bucket: string; folder: string; keys: readonly string[] }): string {
  const only = keys.length === 1 && keys[0]!.endsWith('/') ? keys[0]! : folder;
  return `${partsOf(only).at(-1) ?? bucket}.zip`;
}
