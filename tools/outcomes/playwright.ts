import { join, relative } from 'node:path';
import { reasonOf, type Outcome } from './outcome.ts';

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
  /** Errors outside any test. */
  errors: { message?: string }[];
}

interface Result {
  retry: number;
  error?: { message?: string };
}

interface Suite {
  /** Relative to `config.rootDir`. */
  file: string;
  specs: {
    title: string;
    file: string;
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: Result[] }[];
  }[];
  suites?: Suite[];
}

/** Every test of a report, with its file as seen from the folder `root`. */
export function playwrightOutcomes(report: PlaywrightReport, root: string): Outcome[] {
  const folder = relative(root, report.config.rootDir);
  const walk = (suite: Suite): Outcome[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status, results }): Outcome => {
        const reason = reasonOf(results.find(({ error }) => error)?.error?.message);
        return { file: join(folder, file), title, state: stateOf(status, results), ...(reason && { reason }) };
      }),
    ),
    ...(suite.suites ?? []).flatMap(walk),
  ];
  const broken = report.errors.map(({ message }): Outcome => {
    return { file: folder, title: 'an error outside of all tests', state: 'failed', reason: reasonOf(message) };
  });
  return [...report.suites.flatMap(walk), ...broken];
}

function stateOf(status: string, results: readonly Result[]): Outcome['state'] {
  if (status === 'skipped') return 'skipped';
  if (status === 'flaky') return 'retried';
  if (status !== 'expected' || results.length === 0) return 'failed';
  return results.some(({ retry }) => retry > 0) ? 'retried' : 'passed';
}
