/**
 * `npm run cost`: what nouns cost. Lines without blank ones and files of each noun by layer, files elsewhere that name it, the same of what all
 * nouns share, and what 55 nouns would come to; what plain nouns are shorter by since a noun is one view, and what frames took over; then the
 * seconds of the last whole run of tests by suite.
 * `npm run cost -- --generated`: the processor seconds that a further plain noun costs the tests on Node, from so many generated ones (`=5`).
 */
import { FRAMES_BEFORE, NOUNS_BEFORE } from './cost/before.ts';
import { countNouns, LAYERS, nounOf, type NounCost } from './cost/count.ts';
import { measureGenerated } from './cost/generated.ts';
import { readDurations, readProcessorTimes } from '../tools/outcomes/read.ts';

/** Lines of TypeScript that a plain noun is to be shorter by since it is one view. */
const LESS_AIM = 150;
/** Processor seconds of the tests on Node that a further plain noun may take. */
const SECONDS_AIM = 10;
const NOUNS = 55;
/** Nouns that are made, listed, changed and deleted and no more: what a further one is like. */
const PLAIN = ['key-pairs', 'volume-snapshots', 'flavors'];

const cell = (value: string | number): string => String(value).padStart(10);
const row = (title: string, cells: readonly (string | number)[]): void => console.log(title.padEnd(28) + cells.map(cell).join(''));
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const generated = process.argv.find((argument) => argument.startsWith('--generated'));
if (generated) {
  await tellGenerated(Number(generated.split('=')[1] ?? 5));
  process.exit();
}

const { nouns, frames, code } = countNouns();
const seconds = readDurations();
const cpu = readProcessorTimes();
const names = nouns.map(({ noun }) => noun);
const secondsOf = (noun: string): number =>
  sum(Object.entries(seconds).flatMap(([file, value]) => (nounOf(file, names) === noun ? [cpu[file] ?? value] : [])));

row('lines', [...LAYERS, 'all', 'files', 'named in', 'CI s']);
const tell = ({ noun, layers, lines, files, registrations }: NounCost): void =>
  row(noun, [...LAYERS.map((layer) => layers[layer].lines), lines, files, registrations.length, secondsOf(noun).toFixed(0)]);
nouns.forEach(tell);
const shared = sum(LAYERS.map((layer) => frames[layer].lines));
row('what all share', [...LAYERS.map((layer) => frames[layer].lines), shared, sum(LAYERS.map((layer) => frames[layer].files))]);

const made = sum(nouns.map(({ lines }) => lines));
const plain = nouns.filter(({ noun }) => PLAIN.includes(noun));
const each = sum(plain.map(({ lines }) => lines)) / plain.length;
console.log(`\na plain noun: ${Math.round(each)} lines (${plain.map(({ noun }) => noun).join(', ')})`);
console.log(`frames and ${NOUNS} plain nouns: ${Math.round(shared + NOUNS * each)} lines`);
console.log(
  `frames, the ${nouns.length} nouns there are, and ${NOUNS - nouns.length} plain ones: ${Math.round(shared + made + (NOUNS - nouns.length) * each)} lines`,
);

tellCode();

if (process.argv.includes('--places'))
  for (const { noun, registrations } of nouns) console.log(`\n${noun} is named in\n${registrations.map((path) => `  ${path}`).join('\n')}`);

const suites = Object.groupBy(Object.keys(seconds), (file) =>
  file
    .split('/')
    .slice(0, 3)
    .join('/')
    .replace(/\/[^/]+\.(test|spec)\.tsx?$/, ''),
);
if (Object.keys(suites).length === 0) console.error('\nNo report of a run: run npm test first.');
else {
  console.log(`\n${'last run'.padEnd(28)}${['files', 'seconds', 'processor'].map(cell).join('')}`);
  const of = (files: readonly string[]) =>
    [files.length, sum(files.map((file) => seconds[file]!)), sum(files.map((file) => cpu[file] ?? 0))] as const;
  for (const [suite, files = []] of Object.entries(suites).toSorted(([, a = []], [, b = []]) => of(b)[1] - of(a)[1]))
    row(
      suite,
      of(files).map((value) => value.toFixed(0)),
    );
  row(
    'all',
    of(Object.keys(seconds)).map((value) => value.toFixed(0)),
  );
}

/** Prints the lines of TypeScript without texts and tests, then and now: of plain nouns, and of the frames. */
function tellCode(): void {
  const known = nouns.flatMap(({ noun, code: now }) => {
    const before = NOUNS_BEFORE[noun];
    return before ? [{ noun, before, now }] : [];
  });
  const less = ({ before, now }: (typeof known)[number]): number => before.all - now.all;
  console.log('');
  row('TypeScript', ['d3ea8238', 'now', 'fewer', 'console']);
  for (const one of known) row(one.noun, [one.before.all, one.now.all, less(one), one.before.console - one.now.console]);
  const mean = (values: readonly number[]): string => (sum(values) / known.length).toFixed(0);
  row('fewer in a plain noun', ['', '', mean(known.map(less)), mean(known.map(({ before, now }) => before.console - now.console))]);
  console.log(`${known.filter((one) => less(one) >= LESS_AIM).length} of ${known.length} plain nouns have ${LESS_AIM} fewer, the aim\n`);
  console.log(`${'frames'.padEnd(40)}${['d3ea8238', 'now', 'more'].map(cell).join('')}`);
  const added = Object.entries(code).map(([folder, lines]) => {
    const before = FRAMES_BEFORE[folder]!;
    console.log(`${folder.padEnd(40)}${[before, lines, lines - before].map(cell).join('')}`);
    return lines - before;
  });
  console.log(`all frames: ${sum(added)} lines more`);
}

/** Prints what so many generated nouns cost, file by file, and each of them. */
async function tellGenerated(count: number): Promise<void> {
  const { without, with: grown, failed } = await measureGenerated(count);
  row('processor seconds', ['without', `with ${count}`, 'a noun']);
  const each = (before: number, after: number): string[] => [before, after, (after - before) / count].map((value) => value.toFixed(1));
  for (const file of Object.keys(grown))
    console.log(
      file.padEnd(60) +
        each(without[file] ?? 0, grown[file]!)
          .map(cell)
          .join(''),
    );
  const [before, after] = [sum(Object.values(without)), sum(Object.values(grown))];
  console.log(
    `\na further plain noun: ${((after - before) / count).toFixed(1)} processor seconds of the tests on Node, aim ${SECONDS_AIM}`,
  );
  for (const one of failed) console.log(one);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
