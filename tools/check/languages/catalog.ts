import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow, root } from '../../lib/files.ts';

/** Texts of one namespace in one language, by key: `title.list` → `Servers`. */
export type Texts = ReadonlyMap<string, string>;

/** The texts of one folder. */
export interface Namespace {
  /** `shell`, `ui`, or the feature's folder name. */
  name: string;
  /** Path in the checkout. */
  folder: string;
  /** language → its texts; what the folder holds, complete or not. */
  languages: ReadonlyMap<string, Texts>;
}

/** A file of texts: one language of one folder. */
const TEXTS = /\/texts\/[^/]+\.json$/;

const readTexts = (file: string): Map<string, string> => flatten(JSON.parse(readFileSync(join(root, file), 'utf8')), file);

/** Every `texts` folder of the console. Throws where a file is no tree of texts. */
export function readNamespaces(): Namespace[] {
  const files = filesBelow(['console/src']).filter((file) => TEXTS.test(file));
  return [...Map.groupBy(files, dirname)].map(([folder, members]) => ({
    name: basename(dirname(folder)).replace(/^app$/, 'shell'),
    folder,
    languages: new Map(members.map((file) => [basename(file, '.json'), readTexts(file)])),
  }));
}

/** Of the console's sources the JSON files in another shape than texts have: one file per language in a folder `texts`. */
export const strayFiles = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith('.json') && !TEXTS.test(file))
    .map((file) => `${file}: texts are files by language, texts/<language>.json (CONTRIBUTING.md)`);

/** `{a: {b: 'x'}}` → `a.b` → `x`. */
export function flatten(tree: unknown, where: string, prefix = ''): Map<string, string> {
  if (tree === null || typeof tree !== 'object' || Array.isArray(tree))
    throw new Error(`${where}: ${prefix || 'the file'} is no tree of texts`);
  return new Map(
    Object.entries(tree).flatMap(([name, value]): [string, string][] => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      return typeof value === 'string' ? [[key, value]] : [...flatten(value, where, key)];
    }),
  );
}
