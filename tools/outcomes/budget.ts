/** What the default tier of tests may cost, and what it did cost: processor time of every file, which a busy machine changes less than time. */
import { existsSync, readFileSync } from 'node:fs';
import { idsOf } from '../conformance/titles.ts';
import { CHECKS, GUARDS, LIMITS, OUTSIDE, SLOWEST, type Side } from './budgets.ts';
import type { Durations } from './durations.ts';
import type { Outcome } from './outcome.ts';
import { setUpReport } from './paths.ts';

/** A test file of a run. */
export interface FileCost {
  file: string;
  side: Side;
  /** Seconds of a worker. */
  seconds: number;
  /** Seconds of processors, of all processes that worked for the file. */
  cpu: number;
  /** Requirements that its tests name. */
  rows: number;
}

/** A part of a run. */
export interface Span {
  name: string;
  minutes: number;
  /** Processor seconds. */
  cpu: number;
}

/** From so many processor seconds on a file names a requirement, or is a listed guard. */
const DEAR = 5;
/** How much more than its limit a side may take before the run fails. */
const TOLERANCE = 1.15;
/**
 * The same for one file: the first one of a worker pays for the imports of the others, and machines differ by a third. What takes less is told,
 * and fails nothing.
 */
const FILE_TOLERANCE = 3;
/** How many files are named as the dearest of their requirements. */
const NAMED = 10;

/** Costs of the files of one side, dearest first. */
export function costsOf(side: Side, outcomes: readonly Outcome[], seconds: Durations, cpu: Durations): FileCost[] {
  const rows = new Map<string, Set<string>>();
  for (const { file, title } of outcomes) {
    const named = rows.get(file) ?? new Set();
    for (const id of idsOf(title)) named.add(id);
    rows.set(file, named);
  }
  return [...rows]
    .map(([file, named]) => ({ file, side, seconds: seconds[file] ?? 0, cpu: cpu[file] ?? 0, rows: named.size }))
    .filter((cost) => cost.seconds > 0)
    .toSorted((a, b) => b.cpu - a.cpu);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const cell = (value: number, digits = 1): string => value.toFixed(digits).padStart(9);

/** Processor seconds that a side may take with so many named requirements. */
export const limitOf = (side: Side, rows: number): number => {
  const { base, perRow } = LIMITS[side];
  return base + perRow * Math.max(0, rows - LIMITS.rows);
};

/** Lines that tell what every file cost, and the dearest of those that name requirements by what each of these cost. */
export function costLines(costs: readonly FileCost[], rows: number): string[] {
  const sides = [...Map.groupBy(costs, ({ side }) => side)].flatMap(([side, files]) => [
    '',
    `${side}: ${'processor'.padStart(9 - side.length + 4)}   worker requirements`,
    ...files.map(({ file, cpu, seconds, rows: named }) => `${cell(cpu)}${cell(seconds)}${cell(named, 0)}  ${file}`),
    `${cell(sum(files.map(({ cpu }) => cpu)))}${cell(sum(files.map(({ seconds }) => seconds)))}${cell(sum(files.map(({ rows: named }) => named)), 0)}  all, at most ${limitOf(side, rows).toFixed(0)}`,
  ]);
  const each = costs.filter(({ rows: named }) => named > 0).map((cost) => ({ ...cost, each: cost.cpu / cost.rows }));
  const dearest = each.toSorted((a, b) => b.each - a.each).slice(0, NAMED);
  return [
    ...sides,
    '',
    'processor seconds for each requirement, the ten dearest files:',
    ...dearest.map(({ file, each: one }) => `${cell(one)}  ${file}`),
  ];
}

const cpuOf = (name: string, spans: readonly Span[]): number => sum(spans.filter((span) => span.name === name).map(({ cpu }) => cpu));

/** How many times slower than the limits think this machine is, as its checks tell; where they had done part of their work before, it is not. */
export const slownessOf = (spans: readonly Span[]): number => Math.min(SLOWEST, Math.max(1, cpuOf('checks', spans) / CHECKS));

/**
 * Processor seconds of the run on Node that belong to no file: for its start, its workers, and databases and builds for all files. Not of the run
 * in the browser, which does not wait for all that it started.
 */
const outsideOf = (spans: readonly Span[], costs: readonly FileCost[]): number =>
  cpuOf('tests on Node', spans) - sum(costs.filter(({ side }) => side === 'Node').map(({ cpu }) => cpu));

/** Lines that tell what each part of a run took, the set-up before it among them, and what lies outside of all files. */
export function spanLines(spans: readonly Span[], costs: readonly FileCost[]): string[] {
  const setUp = existsSync(setUpReport) ? Number(readFileSync(setUpReport, 'utf8')) / 60 : 0;
  return [
    '',
    '  minutes processor',
    `${cell(setUp)}           set-up`,
    ...spans.map(({ name, minutes, cpu }) => `${cell(minutes)}${cell(cpu, 0)}  ${name}`),
    `${cell(setUp + sum(spans.map(({ minutes }) => minutes)))}${cell(sum(spans.map(({ cpu }) => cpu)), 0)}  all`,
    `${' '.repeat(9)}${cell(outsideOf(spans, costs), 0)}  outside of all files, at most ${OUTSIDE}`,
    `${' '.repeat(9)}${cell(slownessOf(spans))}  times slower than the limits think, which are so many times as much here`,
  ];
}

/** Files that took so many processor seconds, name no requirement and are no listed guard. */
const unexplained = (costs: readonly FileCost[], least: number): FileCost[] =>
  costs.filter(({ file, cpu, rows: named }) => cpu >= least && named === 0 && !(file in GUARDS));
const dearLine = ({ file, cpu }: FileCost): string =>
  `${file} took ${cpu.toFixed(1)} processor seconds, names no requirement and is no listed guard.`;

/** Lines on files that are dear for what they prove: to be mended, or listed with their reason. */
export const dearLines = (costs: readonly FileCost[]): string[] => ['', ...unexplained(costs, DEAR).map(dearLine)];

/** What is over its limit on a machine as slow as this one. `rows`: how many requirements the run names. */
export function overBudget(costs: readonly FileCost[], rows: number, spans: readonly Span[]): string[] {
  const slowness = slownessOf(spans);
  const sides = [...Map.groupBy(costs, ({ side }) => side)].flatMap(([side, files]) => {
    const [taken, limit] = [sum(files.map(({ cpu }) => cpu)), limitOf(side, rows) * slowness];
    return taken > limit * TOLERANCE
      ? [
          `The tests ${side === 'Node' ? 'on Node' : 'in the browser'} took ${taken.toFixed(0)} processor seconds, their limit is ${limit.toFixed(0)}.`,
        ]
      : [];
  });
  const files = unexplained(costs, DEAR * FILE_TOLERANCE * slowness).map(dearLine);
  const [outside, most] = [outsideOf(spans, costs), OUTSIDE * slowness];
  const around =
    outside > most * TOLERANCE
      ? [`Outside of all files ${outside.toFixed(0)} processor seconds went, their limit is ${most.toFixed(0)}.`]
      : [];
  return [...sides, ...files, ...around];
}
