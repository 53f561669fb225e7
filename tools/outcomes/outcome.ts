import { stripVTControlCharacters } from 'node:util';

/**
 * What became of one test. `retried`: it passed, but not the first time within one run. `unended`: its file was still running, or waiting for
 * its turn, when the run was ended.
 */
export interface Outcome {
  /** Path in the checkout, with `/`. */
  file: string;
  /** The test's own title, without those of the groups around it. */
  title: string;
  state: 'passed' | 'failed' | 'skipped' | 'retried' | 'unended';
  /** What the test said where it failed. */
  reason?: string;
}

/** Characters of a reason that are shown: the whole of it stands above, where the test ran. */
const SHOWN = 300;

/** What an error says, short and on one line, to be named where a failed run ends: all before it may be cut off by who keeps it. */
export const reasonOf = (message: string | undefined): string =>
  stripVTControlCharacters(message ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN);

/** A line on a test that has not passed. */
export const line = ({ state, file, title, reason }: Outcome): string => [`${state}: ${file}: ${title}`, reason].filter(Boolean).join(': ');

/** Passed and failed of a run; what was skipped, retried or had not ended has failed. */
export function countOutcomes(outcomes: readonly Outcome[]): { passed: number; failed: number } {
  const passed = outcomes.filter(({ state }) => state === 'passed').length;
  return { passed, failed: outcomes.length - passed };
}
