/**
 * `npm test`: the checks, then the tests on Node, then the tests in the browser. All run even when one fails.
 * The last line is `N passed, N failed`; a test that was skipped or needed a second try has failed.
 */
import { runChecks } from './check/run.ts';
import { runTool } from './lib/spawn.ts';
import { countOutcomes, line, type Outcome } from './outcomes/outcome.ts';
import { forgetReports, readBrowser, readVitest } from './outcomes/read.ts';

type Count = { passed: number; failed: number };

/** Shown at the end, where they are found at once. */
const failures: string[] = [];

const head = (title: string): void => console.log(`\n== ${title}\n`);

/** Counts a run by what it reported. No report, no tests, or an exit code that the outcomes do not explain is one failure more. */
function judge(code: number, outcomes: readonly Outcome[] | undefined): Count {
  const count = countOutcomes(outcomes ?? []);
  const unexplained = count.passed + count.failed === 0 || (code !== 0 && count.failed === 0);
  failures.push(...(outcomes ?? []).filter(({ state }) => state !== 'passed').map(line));
  if (unexplained) failures.push(`The run ended with ${code} and ${count.passed} passed tests: counted as a failure.`);
  return { passed: count.passed, failed: count.failed + (unexplained ? 1 : 0) };
}

forgetReports();
const counts: Record<string, Count> = {};

head('checks');
counts['checks'] = await runChecks();

head('tests on Node');
const vitest = await runTool('vitest', ['run', '--reporter=dot', '--reporter=./tools/outcomes/vitest-reporter.ts'], { show: true });
counts['tests on Node'] = judge(vitest.code, readVitest());

head('tests in the browser');
const browser = await runTool('playwright', ['test', '--config', 'e2e'], { show: true });
counts['tests in the browser'] = judge(browser.code, readBrowser());

head('summary');
for (const failure of failures) console.log(failure);
const all = Object.values(counts).reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }));
for (const [name, { passed, failed }] of Object.entries(counts)) console.log(`${name.padEnd(22)} ${passed} passed, ${failed} failed`);
console.log(`${all.passed} passed, ${all.failed} failed`);
process.exitCode = all.failed === 0 ? 0 : 1;
