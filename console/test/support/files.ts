import { vi } from 'vitest';

/** A file that the page gave to the browser to save. */
export interface SavedFile {
  name: string;
  type: string;
  text: Promise<string>;
}

/** Takes what is saved as a file from now on; `vi.restoreAllMocks` and `vi.unstubAllGlobals` end it. */
export function catchFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  let blob: Blob | undefined;
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (given: Blob) => {
        blob = given;
        return 'blob:x';
      };
      static override revokeObjectURL = () => undefined;
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (!blob) throw new Error('a link was clicked that saves nothing');
    files.push({
      name: this.download,
      type: blob.type,
      // Blob.text() reads away the mark that begins the file.
      text: blob.arrayBuffer().then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
    });
  });
  return files;
}
