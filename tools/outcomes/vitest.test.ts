import { expect, it } from 'vitest';
import { countOutcomes, type Outcome } from './outcome.ts';
import { foldVitest, isEnded, type Entry } from './vitest.ts';

const passed = (file: string): Outcome => ({ file, title: 'adds', state: 'passed' });
const ended = (file: string): Entry => ({ file, seconds: 2, cpu: 1.5, outcomes: [passed(file)] });
const fold = (...entries: Entry[]) => foldVitest(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
const run: Entry[] = [
  { planned: ['a.test.ts', 'b.test.ts', 'c.test.ts'] },
  { began: 'a.test.ts' },
  ended('a.test.ts'),
  { began: 'b.test.ts' },
];

it('the Vitest report of a run that ended by itself is read, with what failed outside of all files', () => {
  const around: Outcome = { file: '', title: 'an error outside of all tests', state: 'failed' };
  const report = fold(...run, ended('b.test.ts'), ended('c.test.ts'), { ended: [around] });
  expect(countOutcomes(report.outcomes)).toEqual({ passed: 3, failed: 1 });
  expect(report.seconds).toEqual({ 'a.test.ts': 2, 'b.test.ts': 2, 'c.test.ts': 2 });
  expect(report.cpu['a.test.ts']).toBe(1.5);
});

it('the Vitest report counts files that had not ended or not begun as failed, and tells them apart', () => {
  const { outcomes } = fold(...run);
  expect(outcomes.map(({ file, title, state }) => `${state} ${file} ${title}`)).toEqual([
    'passed a.test.ts adds',
    'unended b.test.ts had not ended',
    'unended c.test.ts had not begun',
  ]);
  expect(countOutcomes(outcomes)).toEqual({ passed: 1, failed: 2 });
});

it('the Vitest report takes a file whose line was cut off for one that had not ended', () => {
  const whole = run.map((entry) => JSON.stringify(entry)).join('\n');
  expect(foldVitest(`${whole}\n{"file":"b.test.ts","sec`).outcomes.map(({ file }) => file)).toEqual([
    'a.test.ts',
    'b.test.ts',
    'c.test.ts',
  ]);
});

it('the Vitest report tells a run whose last test has ended from one that goes on', () => {
  const lines = run.map((entry) => JSON.stringify(entry)).join('\n');
  expect(isEnded(`${lines}\n{"ended":[]}\n`)).toBe(true);
  for (const text of ['', `${lines}\n`, `${lines}\n{"ended":[`]) expect(isEnded(text), text).toBe(false);
});
