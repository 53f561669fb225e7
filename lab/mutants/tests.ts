import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from '../../tools/lib/files.ts';

/** Every test, whatever it names: `api.` requirements have their addresses from this table besides. */
const PRINTED = 'server/test/http/printed-calls.test.ts';

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** Whether a source names a requirement in brackets, as it stands or with a value put in: `[const.notification-duration-$type]`. */
export function names(source: string, id: string): boolean {
  const groups = [...source.matchAll(/\[([\w.$*{} ,-]+)\]/g)].flatMap(([, group = '']) => group.split(/[\s,]+/));
  return groups.some((name) => name === id || fits(name, id));
}

function fits(name: string, id: string): boolean {
  const parts = name.split(/\$\{\w+\}|\$\w+/);
  return (
    parts.length > 1 &&
    parts[0]!.endsWith('-') &&
    id.startsWith(parts[0]!) &&
    id.endsWith(parts.at(-1)!) &&
    id.length > parts.join('').length
  );
}

/** Runs what specimens have of tests over HTTP: their titles count as its own. */
const PLAIN = 'server/test/http/plain.test.ts';

const read = (file: string): [string, string] => [file, readFileSync(join(root, file), 'utf8')];

/** Files of tests, with their sources. */
export function readTests(): Map<string, string> {
  const tests = new Map(filesBelow(['contract/test', 'server/test', 'console/test', 'e2e/specs']).filter(isTest).map(read));
  const specimens = filesBelow(['server/test/nouns']).map((file) => read(file)[1]);
  return tests.set(PLAIN, [tests.get(PLAIN), ...specimens].join('\n'));
}

/** Where a requirement is proven: files whose titles name it; a title of `printed-calls` comes from its table. */
export function testsOf(id: string, tests: ReadonlyMap<string, string>): string[] {
  const found = [...tests].filter(([, source]) => names(source, id)).map(([file]) => file);
  return id.startsWith('api.') ? [...new Set([...found, PRINTED])] : found;
}

/** Whether a file of tests needs a browser. */
export const isBrowser = (file: string): boolean => file.startsWith('e2e/');
/**
 * A pattern for titles that name it: those of the table of printed calls are all run. What runs on both databases runs on SQLite: a rule
 * that is broken is broken on both.
 */
export const titlePattern = (file: string, id: string): string =>
  file === PRINTED ? 'calls that the specification prints' : `^(?!.* on postgres).*[[ ,]${id.replaceAll('.', '\\.')}[\\], ]`;
