/** A file that failed has failed the run. It is run once more, alone, when all others have ended: that tells whether what runs beside it matters. */
import type { Outcome } from './outcome.ts';

/** Most failed files that are run again. Where more fail, it is the product that fails, and nobody should wait for the second answer. */
const MOST_FILES = 12;

/** One file's two runs. */
interface SecondRun {
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

/** Whether every test of the second run passed, and none is missing from it: then the file fails by chance, or by what runs beside it. */
export function passesAlone({ first, second }: SecondRun): boolean {
  if (second === undefined || second.length === 0 || second.some(({ state }) => state !== 'passed')) return false;
  const titles = new Set(second.map(({ title }) => title));
  // What failed around the tests ("the file itself") has no counterpart in a run that went well.
  return first.every(({ title, state }) => state !== 'passed' || titles.has(title));
}
