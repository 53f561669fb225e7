/** Limits of the default tier (budget.ts), and the files that may be dear although they prove no requirement. */

export type Side = 'Node' | 'browser';

interface Limit {
  /** Processor seconds with `LIMITS.rows` requirements, and for each further one. */
  base: number;
  perRow: number;
}

/** Processor seconds of so many worker seconds, where all workers together keep two processors busy. */
const ofWorkers = (seconds: number, workers: number): number => (seconds * 2) / workers;

/** Worker seconds: 2,100 of five workers on Node and 950 of two in the browser with 665 requirements; 2,700 and 1,300 with all 1,110. */
export const LIMITS: Readonly<Record<Side, Limit>> & { rows: number } = {
  rows: 665,
  Node: { base: ofWorkers(2100, 5), perRow: ofWorkers((2700 - 2100) / 445, 5) },
  browser: { base: ofWorkers(950, 2), perRow: ofWorkers((1300 - 950) / 445, 2) },
};

/** Processor seconds outside of all files. */
export const OUTSIDE = 300;

/** Dear files without requirements, and the harm that each guards against. */
export const GUARDS: Readonly<Record<string, string>> = {
  'server/test/visibility/foreign.test.ts': 'a foreign id answers exactly as an unknown one',
  'server/test/visibility/http.test.ts': 'lists show what the rules of visibility say, over HTTP',
  'server/test/visibility/store.test.ts': 'the same of the store',
  'server/test/access/throttle.test.ts': 'guessed passwords are slowed and lock nobody out',
  'server/test/http/largest.test.ts': 'the largest input of each call stops nobody else',
};
