/** How long test files took: printed at the end of a run, and kept so that the next one begins with the longest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/files.ts';

/** Seconds by file, as seen from the checkout. */
export type Durations = Readonly<Record<string, number>>;

/** Long files of an earlier run, kept with the sources: a fresh clone has no runs behind it. `npm run durations` renews it. */
export const keptPath = join(root, 'tools', 'durations.json');

export const keptDurations = (): Durations => JSON.parse(readFileSync(keptPath, 'utf8')) as Durations;

/** Seconds from which on a file is worth its line in the kept ones. */
const LONG = 5;

/** The files that took longest, longest first. */
const longest = (durations: Durations, count: number): [string, number][] =>
  Object.entries(durations)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);

/** What is kept of a run: whole seconds of its long files, longest first. */
export const worthKeeping = (durations: Durations): Durations =>
  Object.fromEntries(
    longest(durations, Infinity)
      .filter(([, seconds]) => seconds >= LONG)
      .map(([file, seconds]) => [file, Math.round(seconds)]),
  );
