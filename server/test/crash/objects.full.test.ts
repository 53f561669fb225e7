/** The server is killed while objects are written; `npm run crash` does it more often. */
import { expect, it } from 'vitest';
import { objectLife } from './support/object-life.ts';
import { settings, writeReport } from './support/report.ts';

const { rounds, seed } = settings('objects');

it.each([
  ['objects', false],
  ['versions of objects', true],
])(
  `the storage keeps %s whole or not at all, and all acknowledged ones, killed ${rounds} times (seed ${seed})`,
  { timeout: 120_000 + rounds * 10_000 },
  async (_what, versioned) => {
    const report = await objectLife(rounds, seed, versioned);
    writeReport(report);
    expect(report.violations).toEqual([]);
    expect(report.rounds).toBe(rounds);
    expect(report.acknowledged).toBeGreaterThan(rounds);
    expect(report.lost).toBeGreaterThan(0);
    expect(report.versions > rounds).toBe(versioned);
  },
);
