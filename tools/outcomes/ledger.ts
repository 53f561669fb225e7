/** Which files were unsteady in the last whole runs of this user on this machine: once may be chance, twice in five runs is a defect. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs that are looked at, the one that ends now among them. */
const RUNS = 5;

/** Outside of the checkout, because a fresh clone has no runs behind it. */
const ledgerPath = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gantry', 'unsteady-runs.json');

function readRuns(path: string): string[][] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[][];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    console.error(`${path} cannot be read and is begun anew: ${String(error)}`);
    return [];
  }
}

/** Adds a run to the ledger, and returns those of its files that were unsteady in another of the last five runs as well. */
export function recordRun(unsteady: readonly string[], path = ledgerPath): string[] {
  const before = readRuns(path).slice(1 - RUNS);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify([...before, unsteady]));
  return unsteady.filter((file) => before.some((run) => run.includes(file)));
}
