import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, root } from '../lib/files.ts';
import { findingOf, type Finding } from './step.ts';

/** Lines a file may have: half of all, 95 of 100, every one. */
const LIMITS = { median: 60, p95: 200, max: 400 };

const sources = ['contract/src', 'server/src', 'console/src', 'fakes', 'tools', 'e2e', 'bench', 'lab'];
const tests = ['contract/test', 'server/test', 'console/test'];
/** Tables of data grow with what they list, not with what they do. */
const isTable = (file: string): boolean => /\/(migrations|fixtures)\/|\.data\.tsx?$/.test(file);

/** The value below which `share` of the sorted numbers lie. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Sizes of files in lines: of the sources as a whole, and the hard limit for tests too. */
export function checkSizes(): Finding {
  const measure = (folders: readonly string[]) =>
    filesBelow(folders)
      .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !isTable(file))
      .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
      .sort((a, b) => a.lines - b.lines);
  const own = measure(sources);
  return judgeSizes(
    own.map(({ lines }) => lines),
    [...own, ...measure(tests)],
  );
}

/** `sorted`: lines per source file, ascending. `all`: every file the hard limit holds for. */
export function judgeSizes(sorted: readonly number[], all: readonly { file: string; lines: number }[]): Finding {
  const median = quantile(sorted, 0.5);
  const p95 = quantile(sorted, 0.95);
  const complaints = all.filter(({ lines }) => lines > LIMITS.max).map(({ file, lines }) => `${file}: ${lines} lines, limit ${LIMITS.max}`);
  if (median > LIMITS.median) complaints.push(`median of ${median} lines, limit ${LIMITS.median}`);
  if (p95 > LIMITS.p95) complaints.push(`95th percentile of ${p95} lines, limit ${LIMITS.p95}`);
  return findingOf(complaints, `${sorted.length} files, median ${median}, p95 ${p95}, max ${sorted.at(-1) ?? 0} lines`);
}
