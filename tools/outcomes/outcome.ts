/** What became of one test. `retried`: it passed, but not the first time. */
export interface Outcome {
  /** Path in the checkout, with `/`. */
  file: string;
  /** The test's own title, without those of the groups around it. */
  title: string;
  state: 'passed' | 'failed' | 'skipped' | 'retried';
}

/** Passed and failed of a run; whatever did not pass at once has failed. */
export function countOutcomes(outcomes: readonly Outcome[]): { passed: number; failed: number } {
  const passed = outcomes.filter(({ state }) => state === 'passed').length;
  return { passed, failed: outcomes.length - passed };
}
