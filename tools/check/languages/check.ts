import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@gantry/contract';
import { DEFAULT_LOCALE } from '@gantry/contract/constants';
import { filesBelow, root } from '../../lib/files.ts';
import { findingOf, type Finding } from '../step.ts';
import { callsWithoutObject, callsWithoutWords } from './activities.ts';
import { readNamespaces, strayFiles } from './catalog.ts';
import { codesWithoutText, neededKeys } from './codes.ts';
import { incompleteTexts } from './complete.ts';
import { literalsOf, unusedKeys } from './usage.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sourcesOf = (...folders: string[]): string[] => filesBelow(folders).filter((file) => /\.tsx?$/.test(file));

/** Every text in every language and in the one shape, every text used, every code with a text where it is looked up, every changing call with its words and its object. Keys that do not exist are refused by the type check. */
export function checkLanguages(): Finding {
  const namespaces = readNamespaces();
  const frame = namespaces.find(({ name }) => name === 'resource');
  const literals = sourcesOf('console/src').flatMap((file) => literalsOf(read(file)));
  const needed = neededKeys(sourcesOf('contract/src', 'server/src').map(read));
  const complaints = [
    ...strayFiles(filesBelow(['console/src'])),
    ...namespaces.flatMap((namespace) => incompleteTexts(namespace, frame)),
    // The sentences of codes are looked up by what the server says.
    ...namespaces.flatMap((namespace) => unusedKeys(namespace, new Set([...literals, ...needed]))),
    ...codesWithoutText(needed, namespaces),
    ...callsWithoutWords(calls, namespaces),
    ...callsWithoutObject(calls),
  ];
  const count = namespaces.reduce((sum, { languages }) => sum + (languages.get(DEFAULT_LOCALE)?.size ?? 0), 0);
  return findingOf(complaints, `${count} texts in ${namespaces.length} places`);
}
