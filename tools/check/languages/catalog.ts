import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LOCALES } from '@gantry/contract/constants';
import { inLanguage, type ManyLanguages } from '../../../console/src/app/i18n/one-language.ts';
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

const readTexts = (file: string): ManyLanguages => JSON.parse(readFileSync(join(root, file), 'utf8')) as ManyLanguages;

/** Every `texts` folder of the console, and every noun's `texts.json`. Throws where a file is no tree of texts. */
export function readNamespaces(): Namespace[] {
  const files = filesBelow(['console/src']);
  const folders = Map.groupBy(
    files.filter((file) => /\/texts\/[^/]+\.json$/.test(file)),
    dirname,
  );
  return [
    ...[...folders].map(([folder, members]) => ({
      name: basename(dirname(folder)).replace(/^app$/, 'shell'),
      folder,
      languages: new Map(members.map((file) => [basename(file, '.json'), flatten(readTexts(file), file)])),
    })),
    ...files
      .filter((file) => file.endsWith('/texts.json'))
      .map((file) => ({
        name: basename(dirname(file)),
        folder: file,
        languages: new Map(LOCALES.map((locale) => [locale, flatten(inLanguage(readTexts(file), locale), file)])),
      })),
  ];
}

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
