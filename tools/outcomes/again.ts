/** A file that failed is run once more, alone, when all others have ended: what then passes was unsteady, not broken. */
import type { Outcome } from './outcome.ts';

/** Most failed files that are run again. Where more fail, it is the product that fails, and nobody should wait for the second answer. */
const MOST_FILES = 12;

/** One file's two runs. */
export interface SecondRun {
  file: string;
  first: readonly Outcome[];
  /** Undefined where the second run left no report. */
  second: readonly Outcome[] | undefined;
}

/** Files with a test that did not pass, none where there are too many. What failed outside of any file is not among them. */
export function filesToRunAgain(outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.filter(({ file, state }) => state !== 'passed' && /\.(test|spec)\.tsx?$/.test(file)).map(({ file }) => file);
  const files = [...new Set(failed)].sort();
  return files.length > MOST_FILES ? [] : files;
}

/** Whether every test of the second run passed, and none is missing from it. */
export function isUnsteady({ first, second }: SecondRun): boolean {
  if (second === undefined || second.length === 0 || second.some(({ state }) => state !== 'passed')) return false;
  const titles = new Set(second.map(({ title }) => title));
  // What failed around the tests ("the file itself") has no counterpart in a run that went well.
  return first.every(({ title, state }) => state !== 'passed' || titles.has(title));
}

/** The outcomes of all files, those of unsteady ones from their second run. */
export function withSecondRuns(outcomes: readonly Outcome[], runs: readonly SecondRun[]): Outcome[] {
  const unsteady = runs.filter(isUnsteady);
  const replaced = new Set(unsteady.map(({ file }) => file));
  return [
    ...outcomes.filter(({ file }) => !replaced.has(file)),
    ...unsteady.flatMap(({ second = [] }) => second.map((outcome): Outcome => ({ ...outcome, state: 'unsteady' }))),
  ];
}
