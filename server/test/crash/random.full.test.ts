/** The server is killed at random moments under load, on one store again and again; `npm run crash` does it more often. */
import { describe, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { life } from './support/life.ts';
import { settings, writeReport } from './support/report.ts';

const { rounds, seed } = settings(databases.length);
const title = `Gantry killed at random loses nothing, repeats nothing, leaves nothing open on $name, ${rounds} times (seed ${seed})`;

// The lives of the stores go by at the same time: each is mostly waiting for its server to start.
describe.concurrent('a server that is killed at any moment', { timeout: 300_000 + rounds * 30_000 }, () => {
  it.for(databases)(title, async ({ name }, { expect }) => {
    const report = await life(name, rounds, seed);
    writeReport(report);
    expect(report.violations).toEqual([]);
    expect(report.rounds).toBe(rounds);
    expect(report.acknowledged).toBeGreaterThan(rounds);
    // Of few rounds chance decides more.
    expect(report.kills.busy).toBeGreaterThan(rounds >= 50 ? rounds / 4 : 0);
  });
});
