/**
 * `npm run crash [-- --rounds=1000] [--seed=1] [--only=objects]`: kills the server at random moments under load, half of the rounds on SQLite and half on
 * PostgreSQL, a tenth as often while objects are written, and prints what came of it. Ends with 1 where something acknowledged was lost, done twice or left open.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from './lib/spawn.ts';
import { FULL_ENV } from './lib/tier.ts';

/** One store's life, as the harness writes it (server/test/crash/support/life.ts). */
interface LifeReport {
  database: string;
  seed: number;
  rounds: number;
  kills: { starting: number; idle: number; busy: number };
  acknowledged: number;
  refused: number;
  lost: number;
  servers: number;
  around: number;
  violations: string[];
}

/** The same of the object store (server/test/crash/support/object-life.ts). */
interface ObjectLifeReport {
  kind: 'objects';
  seed: number;
  rounds: number;
  acknowledged: number;
  lost: number;
  half: number;
  undone: number;
  violations: string[];
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const NAMES = ['random', 'objects'] as const;
const TESTS = NAMES.filter((name) => values.only === undefined || name === values.only).map(
  (name) => `server/test/crash/${name}.full.test.ts`,
);
const folder = mkdtempSync(join(tmpdir(), 'gantry-crash-report-'));
const file = join(folder, 'lives.jsonl');

function printObjects({ seed, rounds, acknowledged, lost, half, undone, violations }: ObjectLifeReport): void {
  console.log(`\nobjects: ${rounds} rounds, seed ${seed}`);
  console.log(`  writes       ${acknowledged} acknowledged, ${lost} without an answer`);
  console.log(`  objects      ${half} in half, ${undone} lost after 200 OK`);
  console.log(`  violations   ${violations.length}`);
  for (const violation of violations) console.log(`    ${violation}`);
}

function print({ database, seed, rounds, kills, acknowledged, refused, lost, servers, around, violations }: LifeReport): void {
  const { starting, busy, idle } = kills;
  console.log(`\n${database}: ${rounds} rounds, seed ${seed}`);
  console.log(`  kills        ${starting} while starting, ${busy} with requests under way, ${idle} with none`);
  console.log(`  requests     ${acknowledged} acknowledged, ${refused} refused, ${lost} without an answer; ${servers} servers asked for`);
  console.log(`  around them  ${around} load balancers, pools and VPN connections`);
  console.log(`  violations   ${violations.length}`);
  for (const violation of violations) console.log(`    ${violation}`);
}

try {
  const env = {
    NO_COLOR: '1',
    ...FULL_ENV,
    GANTRY_CRASH_REPORT: file,
    GANTRY_CRASH_ROUNDS: values.rounds,
    ...(values.seed !== undefined && { GANTRY_CRASH_SEED: values.seed }),
  };
  const began = performance.now();
  const { code, stdout, stderr } = await runTool('vitest', ['run', '--project', 'server-apart', ...TESTS], { env });
  const lives = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  if (code !== 0) console.error(`${stdout}${stderr}`);
  for (const line of lives) {
    const report = JSON.parse(line) as LifeReport | ObjectLifeReport;
    if ('kind' in report) printObjects(report);
    else print(report);
  }
  console.log(`\n${Math.round((performance.now() - began) / 1000)} s`);
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
