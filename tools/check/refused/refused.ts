import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEFAULT_LOCALE } from '@gantry/contract/constants';
import { filesBelow, root } from '../../lib/files.ts';
import { readNamespaces } from '../languages/catalog.ts';
import { findingOf, type Finding } from '../step.ts';

/** A word that the house used for what the field calls otherwise. */
export interface Refused {
  /** Name of a source file without its ending, an identifier of the code, or a part of an English text. */
  what: 'file' | 'name' | 'text';
  refused: string;
  instead: string;
}

const LIST = 'tools/check/refused/refused.tsv';

/** The list, in which each line has what, refused and instead. */
export const readRefused = (): Refused[] =>
  readFileSync(join(root, LIST), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [what, refused, instead] = line.split('\t');
      if (!(what === 'file' || what === 'name' || what === 'text') || !refused || !instead) throw new Error(`${LIST}: ${line}`);
      return { what, refused, instead };
    });

/** Comments and what stands in quotes: prose, in which every word is free. */
const PROSE = /\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"/gs;

/** What is refused of a source file: its own name, and identifiers in its text. */
export function refusedInSource(file: string, text: string, list: readonly Refused[]): string[] {
  const names = new Set(text.replace(PROSE, '').match(/[\w$]+/g));
  const name = basename(file).replace(/\.tsx?$/, '');
  return list
    .filter(({ what, refused }) => (what === 'file' ? refused === name : what === 'name' && names.has(refused)))
    .map(({ refused, instead }) => `${file}: ${refused}, say ${instead}`);
}

/** What is refused of an English text. */
export const refusedInText = (where: string, text: string, list: readonly Refused[]): string[] =>
  list
    .filter(({ what, refused }) => what === 'text' && text.toLowerCase().includes(refused.toLowerCase()))
    .map(({ refused, instead }) => `${where}: “${refused}”, say “${instead}”`);

/** Refuses what the list names in sources and in the English texts of the console. */
export function checkRefused(): Finding {
  const list = readRefused();
  const files = filesBelow(['contract/src', 'server/src', 'console/src', 'fakes', 'e2e', 'bench', 'lab', 'tools']).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const sources = files.flatMap((file) => refusedInSource(file, readFileSync(join(root, file), 'utf8'), list));
  const texts = readNamespaces().flatMap(({ folder, languages }) =>
    [...(languages.get(DEFAULT_LOCALE) ?? [])].flatMap(([key, text]) => refusedInText(`${folder}: ${key}`, text, list)),
  );
  return findingOf([...sources, ...texts], `${list.length} words`);
}
