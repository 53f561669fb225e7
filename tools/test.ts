/**
 * `npm test`: the checks, then the tests on Node, then the tests in the browser, all of the default tier (lib/tier.ts). All run even when one
 * fails, and what they cost is printed and has limits (outcomes/budget.ts).
 * `npm run test:full`: the same with all tests and without limits. It may be run in parts, by files and folders: `-- server/test/crash e2e`.
 * A failure is a failure, though it may have been by chance: a file that failed is run once more, alone, at the end, only to tell whether it
 * fails by itself or by what runs beside it. The last line is `N passed, N failed`; a skipped test has failed.
 * Nothing is waited for without end: what takes too long is ended, and the files that had not ended are named and have failed.
 */
import { runChecks } from './check/run.ts';
import { commitOf } from './lib/commit.ts';
import { processorSeconds } from './lib/processor.ts';
import { runTool, type Ended } from './lib/spawn.ts';
import { isFull } from './lib/tier.ts';
import { filesToRunAgain, passesAlone } from './outcomes/again.ts';
import { idsOf } from './conformance/titles.ts';
import { costLines, costsOf, dearLines, overBudget, spanLines, type Span } from './outcomes/budget.ts';
import type { Side } from './outcomes/budgets.ts';
import { countOutcomes, line, type Outcome } from './outcomes/outcome.ts';
import { againFolder, REPORTS_VARIABLE } from './outcomes/paths.ts';
import { forgetReports, hasEnded, readBrowser, readDurations, readProcessorTimes, readVitest } from './outcomes/read.ts';

type Count = { passed: number; failed: number };
type End = Pick<Ended, 'code' | 'cut' | 'lingered'>;

/** A test runner, and how one run of it is started and read. */
interface Runner {
  name: string;
  side: Side;
  /** Milliseconds that its whole run may take. */
  limit: number;
  run(files: readonly string[], limit: number, env?: NodeJS.ProcessEnv): Promise<End>;
  read(folder?: string): Outcome[] | undefined;
}

const MINUTE = 60_000;
/** Milliseconds that one file may take when it is run again, and all of those together. */
const AGAIN_LIMIT = 5 * MINUTE;
const ALL_AGAIN_LIMIT = 10 * MINUTE;
/** Milliseconds between the last test and the end of its runner, whose threads hung now and then. */
const LINGER_LIMIT = 2 * MINUTE;

const runners: readonly Runner[] = [
  {
    name: 'tests on Node',
    side: 'Node',
    limit: (isFull ? 150 : 35) * MINUTE,
    // Of what passes nothing is printed but how far the run has come.
    run: (files, limit, env = {}) =>
      runTool('vitest', ['run', '--reporter=agent', '--reporter=./tools/outcomes/vitest-reporter.ts', ...files], {
        show: true,
        limit,
        env: { NO_COLOR: '1', ...env },
        linger: { isDone: () => hasEnded(env[REPORTS_VARIABLE]), limit: LINGER_LIMIT },
      }),
    read: readVitest,
  },
  {
    name: 'tests in the browser',
    side: 'browser',
    // More than Playwright gives itself (e2e/playwright.config.ts), which then still reports.
    limit: (isFull ? 153 : 38) * MINUTE,
    run: (files, limit, env = {}) => runTool('playwright', ['test', '--config', 'e2e', ...files], { show: true, limit, env }),
    read: readBrowser,
  },
];

/** Shown at the end, where they are found at once. */
const remarks: string[] = [];
const counts: Record<string, Count> = {};

const head = (title: string): void => console.log(`\n== ${title}\n`);

/** What a second run says about a file that failed. */
async function diagnose(runner: Runner, file: string, outcomes: readonly Outcome[]): Promise<string> {
  head(`${file}, once more`);
  forgetReports(againFolder);
  await runner.run([file], AGAIN_LIMIT, { [REPORTS_VARIABLE]: againFolder });
  const first = outcomes.filter((outcome) => outcome.file === file);
  return passesAlone({ first, second: runner.read(againFolder) })
    ? `${file} passes alone: it fails by chance, or by what runs beside it`
    : `${file} fails alone as well`;
}

/** Counts a run by what it reported. No report, no tests, or an exit code that the outcomes do not explain is one failure more. */
async function judge(runner: Runner, { code, cut, lingered }: End, latest: number): Promise<Count> {
  const outcomes = runner.read() ?? [];
  const { passed, failed } = countOutcomes(outcomes);
  const unexplained = outcomes.length === 0 || (code !== 0 && failed === 0 && !lingered);
  if (unexplained) remarks.push(`The ${runner.name} ended with ${code} and ${passed} passed tests: counted as a failure.`);
  if (lingered) remarks.push(`The ${runner.name} did not end by themselves, and were ended after their last test.`);
  if (cut) remarks.push(`The ${runner.name} were ended after ${runner.limit / MINUTE} minutes.`);
  for (const file of cut ? [] : filesToRunAgain(outcomes))
    remarks.push(Date.now() > latest ? `${file} was not run again: there was no time left` : await diagnose(runner, file, outcomes));
  remarks.push(...outcomes.filter(({ state }) => state !== 'passed').map(line));
  return { passed, failed: failed + (unexplained ? 1 : 0) };
}

/** Minutes and processor seconds of the parts of the run. */
const spans: Span[] = [];

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [began, before] = [performance.now(), processorSeconds()];
  const result = await work();
  spans.push({ name, minutes: (performance.now() - began) / MINUTE, cpu: processorSeconds() - before });
  return result;
}

/** Files and folders of a run in parts. */
const parts = process.argv.slice(2);
const isWhole = parts.length === 0;
const partsOf = ({ side }: Runner): string[] => parts.filter((part) => part.startsWith('e2e') === (side === 'browser'));
const asked = runners.filter((runner) => isWhole || partsOf(runner).length > 0);

forgetReports();
console.log(`${isFull ? 'full' : 'default'} tier of ${commitOf()}${parts.map((part) => ` ${part}`).join('')}`);
if (isWhole) {
  head('checks');
  counts['checks'] = await timed('checks', () => runChecks());
}

const ended: { runner: Runner; end: End }[] = [];
for (const runner of asked) {
  head(runner.name);
  const files = partsOf(runner).filter((part) => part !== 'e2e');
  ended.push({ runner, end: await timed(runner.name, () => runner.run(files, runner.limit)) });
}
const reports = ended.map(({ runner: { side, read } }) => ({ side, outcomes: read() ?? [] }));
const [seconds, cpu] = [readDurations(), readProcessorTimes()];
const costs = reports.flatMap(({ side, outcomes }) => costsOf(side, outcomes, seconds, cpu));
const rows = new Set(reports.flatMap(({ outcomes }) => outcomes.flatMap(({ title }) => idsOf(title)))).size;
const latest = Date.now() + ALL_AGAIN_LIMIT;
await timed('second runs', async () => {
  for (const { runner, end } of ended) counts[runner.name] = await judge(runner, end, latest);
});

head('what it cost, in seconds');
for (const text of [...costLines(costs, rows), ...dearLines(costs), ...spanLines(spans, costs)]) console.log(text);
if (isWhole && !isFull) {
  const over = overBudget(costs, rows, spans);
  remarks.push(...over);
  counts['limits'] = { passed: over.length === 0 ? 1 : 0, failed: over.length };
}

head('summary');
for (const remark of remarks) console.log(remark);
const all = Object.values(counts).reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
for (const [name, { passed, failed }] of Object.entries(counts)) console.log(`${name.padEnd(22)} ${passed} passed, ${failed} failed`);
console.log(`${all.passed} passed, ${all.failed} failed`);
process.exitCode = all.failed === 0 ? 0 : 1;
