import { describe, expect, it } from 'vitest';
import { filesToRunAgain, passesAlone } from './again.ts';
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
  ])('a file that failed and then, alone, %s is told apart from others', (_, second, alone) => {
    expect(passesAlone({ first, second })).toBe(alone);
  });

  it('a test that failed, was skipped, retried or had not ended counts as failed', () => {
    const states = ['passed', 'failed', 'skipped', 'retried', 'unended'] as const;
    expect(countOutcomes(states.map((state) => outcome('a.test.ts', state, state)))).toEqual({ passed: 1, failed: 4 });
  });
});
