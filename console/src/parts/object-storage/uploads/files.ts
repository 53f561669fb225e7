/** Files that somebody has chosen or dropped, with their paths below what was chosen. */
export interface ChosenFile {
  /** `photos/2026/a.jpg`, `a.jpg`; of an empty folder with a slash at its end. */
  path: string;
  file: File;
}

/** Of an input, for files or for a folder with all that is in it. */
export const filesOfInput = (files: Iterable<File>): ChosenFile[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Of a drop: files, and folders with all that is in them. To be called within the event; what it leads to is read later. */
export async function filesOfDrop({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<ChosenFile[]> {
  const entries = Array.from(items, (item) => (typeof item.webkitGetAsEntry === 'function' ? item.webkitGetAsEntry() : null));
  const known = entries.filter((entry) => entry !== null);
  if (known.length === 0) return filesOfInput(files);
  const found: ChosenFile[] = [];
  for (const entry of known) await collect(entry, '', found);
  return found;
}

async function collect(entry: FileSystemEntry, above: string, found: ChosenFile[]): Promise<void> {
  const path = `${above}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let count = 0;
  // A reader gives at most a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    count += some.length;
    for (const one of some) await collect(one, `${path}/`, found);
  }
  if (count === 0) found.push({ path: `${path}/`, file: new File([], entry.name) });
}
