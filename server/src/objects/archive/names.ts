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

/** Gives each path a name of its own: of two that would be the same, the later one gets a number. */
export function namer(): (path: string) => string | undefined {
  const given = new Set<string>();
  return (path) => {
    const parts = partsOf(path);
    if (parts.length === 0) return undefined;
    const plain = parts.join('/');
    if (path.endsWith('/')) {
      const folder = `${plain}/`;
      if (given.has(folder)) return undefined;
      given.add(folder);
      return folder;
    }
    const [, stem = plain, extension = ''] = /^(.*[^/])(\.[^./]+)$/s.exec(plain) ?? [];
    let name = plain;
    for (let number = 2; given.has(name); number += 1) name = `${stem} (${number})${extension}`;
    given.add(name);
    return name;
  };
}

/** What the ZIP file itself is called: as the one folder in it, else as where its objects are. */
export function archiveName({ bucket, folder, keys }: { bucket: string; folder: string; keys: readonly string[] }): string {
  const only = keys.length === 1 && keys[0]!.endsWith('/') ? keys[0]! : folder;
  return `${partsOf(only).at(-1) ?? bucket}.zip`;
}
