import { dirname, join, relative } from 'node:path';
import { reasonOf, type Outcome } from './outcome.ts';

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  config: {
    /** Path of `e2e/playwright.config.ts` where the run was. */
    configFile: string;
    rootDir: string;
  };
  suites: Suite[];
  /** Errors outside any test. */
  errors: { message?: string }[];
}

interface Result {
  retry: number;
  /** Milliseconds. */
  duration: number;
  /** What went wrong, in its order: after a time-out, what was waited for. */
  errors?: { message?: string }[];
}

interface Suite {
  /** Relative to `config.rootDir`. */
  file: string;
  specs: {
    title: string;
    file: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: Result[];
      /** Those of type `cpu` tell processor seconds. */
      annotations?: { type: string; description?: string }[];
    }[];
  }[];
  suites?: Suite[];
}

const suitesBelow = (suites: readonly Suite[]): Suite[] => suites.flatMap((suite) => [suite, ...suitesBelow(suite.suites ?? [])]);

/** Folder of the specs as seen from the checkout of the run, which need not be this one. */
const folderOf = ({ config: { configFile, rootDir } }: PlaywrightReport): string => relative(dirname(dirname(configFile)), rootDir);

/** Seconds that the tests of each file took, added up over the projects. */
export function playwrightDurations(report: PlaywrightReport): Record<string, number> {
  const folder = folderOf(report);
  const seconds: Record<string, number> = {};
  for (const { file, tests } of suitesBelow(report.suites).flatMap(({ specs }) => specs)) {
    const path = join(folder, file);
    for (const { duration } of tests.flatMap(({ results }) => results)) seconds[path] = (seconds[path] ?? 0) + duration / 1000;
  }
  return seconds;
}

/** Processor seconds of each file, of all processes that worked for its tests (e2e/support/fixtures.ts). */
export function playwrightProcessorTimes(report: PlaywrightReport): Record<string, number> {
  const folder = folderOf(report);
  const seconds: Record<string, number> = {};
  for (const { file, tests } of suitesBelow(report.suites).flatMap(({ specs }) => specs)) {
    const path = join(folder, file);
    for (const { type, description } of tests.flatMap(({ annotations = [] }) => annotations))
      if (type === 'cpu') seconds[path] = (seconds[path] ?? 0) + Number(description);
  }
  return seconds;
}

/** Every test of a report, with its file as seen from the checkout. */
export function playwrightOutcomes(report: PlaywrightReport): Outcome[] {
  const folder = folderOf(report);
  const outcomes = suitesBelow(report.suites).flatMap(({ specs }) =>
    specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status, results }): Outcome => {
        const reason = reasonOf(results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)).join(' '));
        return { file: join(folder, file), title, state: stateOf(status, results), ...(reason && { reason }) };
      }),
    ),
  );
  const broken = report.errors.map(({ message }): Outcome => {
    return { file: folder, title: 'an error outside of all tests', state: 'failed', reason: reasonOf(message) };
  });
  return [...outcomes, ...broken];
}

function stateOf(status: string, results: readonly Result[]): Outcome['state'] {
  if (status === 'skipped') return 'skipped';
  if (status === 'flaky') return 'retried';
  if (status !== 'expected' || results.length === 0) return 'failed';
  return results.some(({ retry }) => retry > 0) ? 'retried' : 'passed';
}
