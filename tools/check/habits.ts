import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from '../lib/files.ts';
import { findingOf, type Finding } from './step.ts';

/** What no linter rule catches and no reviewer should have to. */
const HABITS: readonly { pattern: RegExp; why: string; unlessSaidWhy?: true; allowedIn?: RegExp }[] = [
  { pattern: /\bas unknown as\b/, why: 'a type forced through unknown hides a mistake: narrow or parse it' },
  {
    pattern: /\.catch\(\(\) => (\{\}|undefined|null)\)/,
    why: 'an error is swallowed: handle it, or say in a comment above why it does not matter',
    unlessSaidWhy: true,
  },
  { pattern: /\b(describe|it|test)\.(only|skip|todo|fixme)\(/, why: 'a test is left out' },
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/,
    why: "the browser's clock may be hours off: use serverNow of console/src/ui/clock.ts; spans of time are measured in the files named here",
    allowedIn:
      /^(?!console\/src\/)|\/(ui\/clock|app\/api\/fetch-timed|app\/away\/idle-counter|app\/live\/live-query|app\/notify\/notices|uploads\/retry)\.ts$/,
  },
  {
    pattern: /react-core\/dist\/esm\/components\/Modal\b/,
    why: 'a window of its own: use one of the four kinds in console/src/ui/dialog (CONTRIBUTING.md)',
    // The palette is a field with its list, without title or buttons.
    allowedIn: /^console\/src\/(ui\/dialog\/|app\/palette\/palette-dialog\.tsx$)/,
  },
  {
    pattern: /(:has\(.*\)\s*[\s>+]|~)\s*([*:](?!is\()|\[)/,
    why: 'any element may follow here: browsers then style the page anew with every change; name a class or an element',
    allowedIn: /\.tsx?$/,
  },
];

const folders = ['contract', 'server', 'console', 'fakes', 'e2e', 'bench', 'lab', 'tools'];
const self = /^tools\/check\/(habits|own-checks\.test)\.ts$/;

/** Lines of `text`, which stands in `file`, that break a habit, as `line number: why`. */
export const brokenHabits = (text: string, file = ''): string[] =>
  text.split('\n').flatMap((line, index, lines) => {
    const saysWhy = /^\s*(\/\/|\*)/.test(lines[index - 1] ?? '');
    return HABITS.filter(
      ({ pattern, unlessSaidWhy, allowedIn }) => pattern.test(line) && !(unlessSaidWhy && saysWhy) && !allowedIn?.test(file),
    ).map(({ why }) => `${index + 1}: ${why}`);
  });

/** Looks at all sources and tests. */
export function checkHabits(): Finding {
  const files = filesBelow(folders).filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !self.test(file));
  const complaints = files.flatMap((file) =>
    brokenHabits(readFileSync(join(root, file), 'utf8'), file).map((broken) => `${file}:${broken}`),
  );
  return findingOf(complaints, `${files.length} files`);
}
