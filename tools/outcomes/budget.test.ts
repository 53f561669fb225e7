import { expect, it } from 'vitest';
import { costLines, costsOf, dearLines, limitOf, overBudget, slownessOf, type FileCost } from './budget.ts';
import type { Outcome } from './outcome.ts';

const passed = (file: string, title: string): Outcome => ({ file, title, state: 'passed' });
const cost = (file: string, cpu: number, rows: number, side: FileCost['side'] = 'Node'): FileCost => ({
  file,
  side,
  seconds: 2 * cpu,
  cpu,
  rows,
});
const idle = [{ name: 'checks', minutes: 1, cpu: 0 }];

it('the budget counts what each file cost and how many requirements it names, dearest first', () => {
  const outcomes = [passed('a.test.ts', 'adds [x.a]'), passed('a.test.ts', 'adds again [x.a x.b]'), passed('b.test.ts', 'waits')];
  expect(costsOf('Node', outcomes, { 'a.test.ts': 3, 'b.test.ts': 4 }, { 'a.test.ts': 1, 'b.test.ts': 2 })).toEqual([
    { file: 'b.test.ts', side: 'Node', seconds: 4, cpu: 2, rows: 0 },
    { file: 'a.test.ts', side: 'Node', seconds: 3, cpu: 1, rows: 2 },
  ]);
});

it('the budget allows 840 and 1,400 processor seconds with 665 requirements, 1,080 and 1,750 with 1,110', () => {
  expect([limitOf('Node', 665), limitOf('browser', 665)]).toEqual([840, 1400]);
  expect([limitOf('Node', 600), limitOf('browser', 600)]).toEqual([840, 1400]);
  expect([limitOf('Node', 1110), limitOf('browser', 1110)].map(Math.round)).toEqual([1080, 1750]);
});

it('the budget fails where a side takes over 15 % more than its limit', () => {
  expect(overBudget([cost('a.test.ts', 960, 1)], 665, idle)).toEqual([]);
  expect(overBudget([cost('a.test.ts', 970, 1)], 665, idle)).toEqual(['The tests on Node took 970 processor seconds, their limit is 840.']);
  expect(overBudget([cost('a.spec.ts', 1620, 1, 'browser')], 665, idle)).toEqual([
    'The tests in the browser took 1620 processor seconds, their limit is 1400.',
  ]);
});

it('the budget tells a file of over 5 seconds without requirement or guard, and fails where it takes three times as much', () => {
  const [dear, explained, guard] = [
    cost('a.test.ts', 5, 0),
    cost('b.test.ts', 40, 1),
    cost('server/test/visibility/foreign.test.ts', 40, 0),
  ];
  const tooDear = cost('c.test.ts', 15, 0);
  const line = 'c.test.ts took 15.0 processor seconds, names no requirement and is no listed guard.';
  expect(dearLines([cost('d.test.ts', 4.9, 0), dear, explained, guard, tooDear])).toEqual([
    '',
    'a.test.ts took 5.0 processor seconds, names no requirement and is no listed guard.',
    line,
  ]);
  expect(overBudget([dear, explained, guard, cost('e.test.ts', 14.9, 0)], 665, idle)).toEqual([]);
  expect(overBudget([tooDear], 665, idle)).toEqual([line]);
});

it('the budget fails where too much is spent outside of all files', () => {
  const spans = [{ name: 'tests on Node', minutes: 9, cpu: 280 }];
  expect(overBudget([cost('a.test.ts', 110, 1)], 665, spans)).toEqual([]);
  expect(overBudget([cost('a.test.ts', 100, 1)], 665, spans)).toEqual([
    'Outside of all files 180 processor seconds went, their limit is 150.',
  ]);
});

it('the budget allows a machine as much more as its checks take there, up to four times', () => {
  const checks = (cpu: number) => [{ name: 'checks', minutes: 1, cpu }];
  expect([0, 85, 170, 340, 680, 1700].map((cpu) => slownessOf(checks(cpu)))).toEqual([1, 1, 1, 2, 4, 4]);
  const spans = [...checks(340), { name: 'tests on Node', minutes: 9, cpu: 2240 }];
  expect(overBudget([cost('a.test.ts', 1900, 1), cost('b.test.ts', 29, 0)], 665, spans)).toEqual([]);
  expect(overBudget([cost('a.test.ts', 1840, 1), cost('b.test.ts', 100, 1), cost('c.test.ts', 31, 0)], 665, spans)).toEqual([
    'The tests on Node took 1971 processor seconds, their limit is 1680.',
    'c.test.ts took 31.0 processor seconds, names no requirement and is no listed guard.',
  ]);
  expect(overBudget([cost('a.test.ts', 1880, 1)], 665, spans)).toEqual([
    'Outside of all files 360 processor seconds went, their limit is 300.',
  ]);
});

it('the budget prints every file, and the dearest for each requirement', () => {
  const lines = costLines([cost('a.test.ts', 6, 3), cost('b.test.ts', 4, 1)], 665);
  expect(lines.filter((line) => line.endsWith('a.test.ts'))).toEqual(['      6.0     12.0        3  a.test.ts', '      2.0  a.test.ts']);
  expect(lines.filter((line) => line.endsWith('b.test.ts'))).toHaveLength(2);
});
