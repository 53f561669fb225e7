import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { filesToRunAgain, isUnsteady, withSecondRuns } from './again.ts';
import { recordRun } from './ledger.ts';
import { countOutcomes, type Outcome } from './outcome.ts';

const outcome = (file: string, title: string, state: Outcome['state']): Outcome => ({ file, title, state });
const first = [outcome('a.test.ts', 'adds', 'passed'), outcome('a.test.ts', 'waits', 'failed')];
const good = [outcome('a.test.ts', 'adds', 'passed'), outcome('a.test.ts', 'waits', 'passed')];

describe('files that are run again', () => {
  it('files with a test that failed or was skipped are run again, each once', () => {
    const outcomes = [...first, outcome('a.test.ts', 'again', 'failed'), outcome('b.spec.ts', 'opens', 'skipped')];
    expect(filesToRunAgain([...outcomes, outcome('c.test.ts', 'passes', 'passed')])).toEqual(['a.test.ts', 'b.spec.ts']);
  });

  it('no file is run again for an error outside of all tests, or where more than twelve files failed', () => {
    expect(filesToRunAgain([outcome('', 'an error outside of all tests', 'failed')])).toEqual([]);
    const many = Array.from({ length: 13 }, (_, index) => outcome(`${index}.test.ts`, 'breaks', 'failed'));
    expect(filesToRunAgain(many)).toEqual([]);
    expect(filesToRunAgain(many.slice(1))).toHaveLength(12);
  });
});

describe('a file that failed', () => {
  it.each([
    ['passes as a whole', good, true],
    ['fails again', first, false],
    ['leaves no report', undefined, false],
    ['has no tests any more', [], false],
    ['lacks a test that had passed', [outcome('a.test.ts', 'waits', 'passed')], false],
  ])('a file that failed and then %s is judged unsteady or failed', (_, second, unsteady) => {
    expect(isUnsteady({ file: 'a.test.ts', first, second })).toBe(unsteady);
  });

  it('an unsteady file counts as passed, and all its tests are marked as unsteady', () => {
    const outcomes = [...first, outcome('b.test.ts', 'adds', 'passed')];
    const merged = withSecondRuns(outcomes, [{ file: 'a.test.ts', first, second: good }]);
    expect(merged.map(({ file, state }) => `${file} ${state}`)).toEqual(['b.test.ts passed', 'a.test.ts unsteady', 'a.test.ts unsteady']);
    expect(countOutcomes(merged)).toEqual({ passed: 3, failed: 0 });
  });

  it('a file that failed twice keeps its failures', () => {
    expect(countOutcomes(withSecondRuns(first, [{ file: 'a.test.ts', first, second: first }]))).toEqual({ passed: 1, failed: 1 });
  });
});

describe('the ledger of unsteady files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-ledger-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('the ledger names a file that was unsteady in two of five runs, and forgets what is older', () => {
    const path = join(folder, 'deep', 'runs.json');
    expect(recordRun(['a'], path)).toEqual([]);
    expect(recordRun([], path)).toEqual([]);
    expect(recordRun(['b'], path)).toEqual([]);
    expect(recordRun([], path)).toEqual([]);
    expect(recordRun(['a', 'c'], path)).toEqual(['a']);
    expect(recordRun([], path)).toEqual([]);
    expect(recordRun([], path)).toEqual([]);
    expect(recordRun(['b'], path)).toEqual([]);
  });

  it('the ledger of unsteady files is begun anew, and says so, where it cannot be read', () => {
    const path = join(folder, 'broken.json');
    writeFileSync(path, '[');
    const said = vi.spyOn(console, 'error').mockReturnValue();
    expect(recordRun(['a'], path)).toEqual([]);
    expect(said).toHaveBeenCalledOnce();
    expect(recordRun(['a'], path)).toEqual(['a']);
  });
});
