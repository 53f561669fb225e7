/**
 * `npm run attacks [-- --only=S1,S5]`: starts the product on an empty data folder, attacks it as a tenant and as a stranger could, while
 * somebody of another tenant lists servers. Prints per attack what was answered, the most memory, what it left on the disk, and the other
 * tenant's times: alone, meanwhile, and beside the same clients on a server that does nothing. Ends with 1 where a budget is broken.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Answered } from './attacks/ask.ts';
import { attacks, type Attack } from './attacks/attacks.ts';
import { sizeOf, watch, type Seen } from './attacks/watch.ts';
import { enter, type World } from './attacks/world.ts';
import { startProduct, type RunningProduct } from '../tools/lib/product.ts';

/** What the product must keep within: MiB of memory, of an answer and of what one attack leaves on the disk; milliseconds of another tenant's list. */
const BUDGET = { memory: 400, answer: 2, disk: 16, list: 500 };
/** Milliseconds of quiet before an attack: budgets of the one before are whole again, and the other tenant's times alone are seen. */
const QUIET_MS = 12_000;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');

const p95 = (lists: readonly Answered[]): number => {
  const sorted = lists.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
};
const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function statusesOf(answers: readonly Answered[]): string {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${length} × ${status || 'broken'}`)
    .join(', ');
}

/** What is wrong with how the product stood an attack. */
function judge(seen: Seen, control: Seen, answers: readonly Answered[], disk: number, isAlive: boolean): string[] {
  const largest = Math.max(0, ...answers.map(({ bytes }) => bytes)) / 1_048_576;
  const refused = seen.lists.filter(({ status }) => status !== 200);
  const added = p95(seen.lists) - p95(control.lists);
  return [
    ...(isAlive ? [] : ['the process has ended']),
    ...(seen.memory > BUDGET.memory ? [`memory of ${round(seen.memory)} MiB, at most ${BUDGET.memory}`] : []),
    ...(largest > BUDGET.answer ? [`an answer of ${round(largest)} MiB, at most ${BUDGET.answer}`] : []),
    ...(disk > BUDGET.disk ? [`${round(disk)} MiB on the disk, at most ${BUDGET.disk}`] : []),
    ...(refused.length > 0 ? [`the other tenant's lists: ${statusesOf(seen.lists)}`] : []),
    ...(added > BUDGET.list ? [`the other tenant's list takes ${round(added)} ms more than the clients do, at most ${BUDGET.list}`] : []),
  ];
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH: it has gone, which the judgement says
  }
};

async function stand(attack: Attack, world: World, nothing: World, { pid }: RunningProduct, data: string): Promise<string[]> {
  const { seen: alone } = await watch(world, pid, () => delay(QUIET_MS));
  const before = sizeOf(data);
  const { result, seen } = await watch(world, pid, () => attack.run(world));
  const disk = sizeOf(data) - before;
  const { seen: control } = await watch(nothing, undefined, () => attack.run(nothing));
  const { answers, wrong } = result;
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0) / 1_048_576;
  console.log(`\n${attack.finding}  ${attack.what}`);
  console.log(`  answers       ${statusesOf(answers)}; ${round(bytes)} MiB`);
  console.log(`  memory        ${round(seen.memory)} MiB at most; ${round(disk)} MiB more on the disk`);
  console.log(
    `  other tenant  list p95 ${round(p95(seen.lists))} ms; alone ${round(p95(alone.lists))}; control ${round(p95(control.lists))}`,
  );
  const broken = [...wrong, ...judge(seen, control, answers, disk, isRunning(pid))];
  for (const line of broken) console.log(`  BROKEN        ${line}`);
  return broken;
}

/** A server that does nothing, in a process of its own as the product is. */
async function startNothing(): Promise<{ base: string; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('attacks/nothing.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { base: line.toString('utf8').trim(), stop: () => child.disconnect() };
}

const data = mkdtempSync(join(tmpdir(), 'gantry-attacks-'));
const control = await startNothing();
let product: RunningProduct | undefined;
try {
  product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: '200', GANTRY_LOG_LEVEL: 'error' });
  const world = await enter(product.selfService);
  const nothing = { ...world, base: control.base };
  let broken = 0;
  for (const attack of attacks) {
    if (wanted && !wanted.includes(attack.finding)) continue;
    broken += (await stand(attack, world, nothing, product, data)).length;
    if (!isRunning(product.pid)) break;
  }
  console.log(broken === 0 ? '\nEvery budget was kept.' : `\n${broken} broken`);
  process.exitCode = broken === 0 ? 0 : 1;
} finally {
  control.stop();
  if (product && isRunning(product.pid)) await product.stop();
  rmSync(data, { recursive: true, force: true });
}
