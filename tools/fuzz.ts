/**
 * `npm run fuzz [-- --requests=1000000 --seed=1]`: requests made from the contract, to a server on SQLite and to one on PostgreSQL at the same
 * time, with sessions of each role. Prints what was answered and the first violations; ends with 1 where there is one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from './lib/spawn.ts';
import { FULL_ENV } from './lib/tier.ts';

const DATABASES = ['sqlite', 'postgres'] as const;

interface Result {
  seed: number;
  requests: number;
  accepted: number;
  watched: number;
  statuses: Record<string, number>;
  violations: number;
  faults: string[];
  took: number;
}

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string' } },
});
const requests = Number(values.requests);
const seed = values.seed ?? String(Math.trunc(Math.random() * 2 ** 31));

const folder = mkdtempSync(join(tmpdir(), 'gantry-fuzz-'));

/** What a run left; undefined where it ended before its end. */
function readResult(database: string): Result | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, `${database}.json`), 'utf8')) as Result;
  } catch {
    return undefined; // the output that is printed instead says why
  }
}

function row(cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(14))).join('');
}

function print(results: readonly [string, Result][]): void {
  const statuses = [...new Set(results.flatMap(([, { statuses: found }]) => Object.keys(found)))].sort();
  const line = (title: string, of: (result: Result) => string | number) =>
    console.log(row([title, ...results.map(([, result]) => of(result))]));
  console.log(`\n${row(['', ...results.map(([database]) => database)])}`);
  line('requests', ({ requests }) => requests);
  line('accepted', ({ accepted, requests }) => `${((100 * accepted) / requests).toFixed(1)} %`);
  line('state compared', ({ watched }) => watched);
  for (const status of statuses) line(`  ${status}`, ({ statuses: found }) => found[status] ?? 0);
  line('violations', ({ violations }) => violations);
  line('seed', (result) => result.seed);
  line('duration', ({ took }) => `${(took / 1000).toFixed(0)} s`);
  line('requests per second', ({ took, requests }) => Math.round((1000 * requests) / took));
  for (const [database, { faults }] of results) for (const fault of faults) console.log(`\n${database}: ${fault}`);
}

try {
  if (!Number.isInteger(requests) || requests < 1) throw new TypeError('--requests takes a whole number');
  const env = { NO_COLOR: '1', ...FULL_ENV, GANTRY_FUZZ_REPORT: folder, GANTRY_FUZZ_REQUESTS: String(requests), GANTRY_FUZZ_SEED: seed };
  const files = DATABASES.map((database) => `server/test/http/fuzz-${database}`);
  console.log(`${requests} requests, seed ${seed}`);
  const { code, stdout, stderr } = await runTool('vitest', ['run', '--project', 'server', ...files], { env });
  const results = DATABASES.flatMap((database): [string, Result][] => {
    const result = readResult(database);
    return result ? [[database, result]] : [];
  });
  if (code !== 0 && results.every(([, { violations }]) => violations === 0)) console.error(`${stdout}${stderr}`);
  if (results.length > 0) print(results);
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
