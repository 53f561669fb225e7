/**
 * `npm run mutants`: does a row turn red when the product breaks what it says?
 *
 * Of the rows that have a mutant some are drawn (`--draw=60 --seed=1`, or `--ids=a.b,c.d`). For each, the mistake is made in a copy of the
 * sources, and the tests that name the row run there. One that stays green has survived: its test proves nothing of it, and is to be mended
 * or its id taken away. `--browser` runs those of a browser too, which take minutes. What is interrupted leaves nothing changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from '../../tools/lib/spawn.ts';
import { copySources } from '../../tools/lib/copy.ts';
import { draw, mutate, readEquivalents, readMutants, type Mutant } from './table.ts';
import { isBrowser, readTests, testsOf, titlePattern } from './tests.ts';

/** Of a hundred that are drawn so many may survive. */
const MAY_SURVIVE = 5;

const { values: options } = parseArgs({
  options: {
    draw: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    ids: { type: 'string' },
    browser: { type: 'boolean', default: false },
  },
});

const tests = readTests();
const equivalents = readEquivalents();
const all = readMutants()
  .filter(({ id }) => !equivalents.has(id))
  .map((mutant) => ({ mutant, files: testsOf(mutant.id, tests).filter((file) => options.browser || !isBrowser(file)) }))
  .filter(({ files }) => files.length > 0);
const wanted = options.ids?.split(',');
const chosen = wanted ? all.filter(({ mutant }) => wanted.includes(mutant.id)) : draw(all, Number(options.draw), Number(options.seed));

const copy = await copySources();
const survivors: Mutant[] = [];

/** Runs the tests of one file that name the row; true where they pass. Throws where none names it, or where something else than a test fails. */
async function passes(file: string, id: string): Promise<boolean> {
  const pattern = titlePattern(file, id);
  const [tool, ...args] = isBrowser(file)
    ? ['playwright', 'test', '-c', 'e2e', file.replace('e2e/specs/', ''), '-g', pattern]
    : ['vitest', 'run', '--maxWorkers=1', '--bail=1', file, '-t', pattern];
  const { code, stdout, stderr } = await runTool(tool!, args, { cwd: copy.folder });
  if (!(code === 0 ? /\d+ passed/ : /\d+ failed/).test(stdout))
    throw new Error(`no test of ${file} names ${id}, or none ran:\n${stdout}${stderr}`);
  return code === 0;
}

try {
  for (const { mutant, files } of chosen) {
    const path = join(copy.folder, mutant.file);
    const source = await readFile(path, 'utf8');
    await writeFile(path, mutate(source, mutant));
    const started = performance.now();
    let survives = true;
    for (const file of files) if (survives) survives = await passes(file, mutant.id);
    await writeFile(path, source);
    if (survives) survivors.push(mutant);
    console.log(`${survives ? 'SURVIVED' : 'killed  '} ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${mutant.id}`);
  }
} finally {
  await copy.remove();
}

for (const { id, file, find, replace } of survivors) console.log(`\n${id}, ${file}:\n- ${find}\n+ ${replace}`);
for (const [id, reason] of equivalents) console.log(`equivalent: ${id}: ${reason}`);
console.log(`\n${chosen.length} drawn of ${all.length} (seed ${options.seed}), ${survivors.length} survived`);
process.exitCode = survivors.length * 100 > chosen.length * MAY_SURVIVE ? 1 : 0;
