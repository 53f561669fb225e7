/**
 * `npm run attacks [-- --only=S1,search] [-- --pairs=9]`: starts the product on an empty data folder, attacks it as a tenant and as a stranger
 * could, while somebody of another tenant lists servers. Quiet and attacked rounds take turns. Prints per attack what was answered, the most
 * memory, what it left on the disk, how many times as long the other tenant's list took (the median, and each pair), how many times by the
 * clients alone, which attack a server that does nothing, and the load of the machine. The clients, the product and the other tenant are
 * processes of their own. Ends with 1 where a budget is broken.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { during, type Answered } from './attacks/ask.ts';
import { attacks, type Attack } from './attacks/attacks.ts';
import { sizeOf, startLister, watch, type Seen } from './attacks/watch.ts';
import { enter, type World } from './attacks/world.ts';
import { startProduct, type RunningProduct } from '../tools/lib/product.ts';

/** What the product must keep within: MiB of memory, of an answer and of what one attack leaves on the disk; how many times as long another tenant's list may take. */
const BUDGET = { memory: 400, answer: 2, disk: 16, ratio: 2 };
/** Milliseconds of quiet before a round of an attack: budgets are whole again, and the other tenant's times alone are seen. */
const QUIET_MS = 10_000;
const ATTACK_MS = 5_000;
/** Pairs of a quiet and an attacked round. */
const PAIRS = 5;

const { values } = parseArgs({ options: { only: { type: 'string' }, pairs: { type: 'string' } } });
const wanted = values.only?.split(',');
const pairs = Math.max(PAIRS, Number(values.pairs ?? PAIRS) || PAIRS);

const partOf = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const p95 = (lists: readonly Answered[]): number => partOf(ascending(lists.map(({ ms }) => ms)), 0.95);
const median = (numbers: readonly number[]): number => partOf(ascending(numbers), 0.5);
const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function statusesOf(answers: readonly Answered[]): string {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${length} × ${status || 'broken'}`)
    .join(', ');
}

interface Stood {
  answers: Answered[];
  /** Of another tenant's lists, attacked against quiet, pair by pair. */
  ratios: number[];
  /** The same while the clients of the attack turn to a server that does nothing. */
  control: number;
  /** MiB. */
  memory: number;
  disk: number;
  refused: Answered[];
  wrong: string[];
}

/** What is wrong with how the product stood an attack. */
function judge({ answers, ratios, memory, disk, refused, wrong }: Stood, isAlive: boolean): string[] {
  const largest = answers.reduce((most, { bytes }) => Math.max(most, bytes), 0) / 1_048_576;
  return [
    ...wrong,
    ...(isAlive ? [] : ['the process has ended']),
    ...(memory > BUDGET.memory ? [`memory of ${round(memory)} MiB, at most ${BUDGET.memory}`] : []),
    ...(largest > BUDGET.answer ? [`an answer of ${round(largest)} MiB, at most ${BUDGET.answer}`] : []),
    ...(disk > BUDGET.disk ? [`${round(disk)} MiB on the disk, at most ${BUDGET.disk}`] : []),
    ...(refused.length > 0 ? [`the other tenant's lists: ${statusesOf(refused)}`] : []),
    ...(median(ratios) > BUDGET.ratio
      ? [`the other tenant's list takes ${round(median(ratios))} times as long, at most ${BUDGET.ratio}`]
      : []),
  ];
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH: it has gone, which the judgement says
  }
};

/** One round of an attack on `world`. */
async function attackOnce(attack: Attack, world: World): Promise<Answered[]> {
  const letGo = await attack.hold?.(world);
  try {
    return await during(ATTACK_MS, attack.width, (index) => attack.one(world, index));
  } finally {
    letGo?.();
  }
}

/** Quiet and attacked rounds take turns, so that what else the machine does falls on both. */
async function stand(attack: Attack, world: World, nothing: World, { pid }: RunningProduct, data: string): Promise<string[]> {
  const stood: Stood = { answers: [], ratios: [], control: Number.NaN, memory: 0, disk: 0, refused: [], wrong: [] };
  const before = sizeOf(data);
  const note = ({ memory, lists }: Seen): number => {
    stood.memory = Math.max(stood.memory, memory);
    stood.refused.push(...lists.filter(({ status }) => status !== 200));
    return p95(lists);
  };
  const quiet = async (): Promise<number> => note((await watch(world, pid, lister, () => delay(QUIET_MS))).seen);
  for (let pair = 1; pair <= pairs; pair += 1) {
    const alone = await quiet();
    const { result, seen } = await watch(world, pid, lister, () => attackOnce(attack, world));
    stood.answers.push(...result);
    stood.ratios.push(note(seen) / alone);
  }
  const asked = attackOnce(attack, world);
  await delay(ATTACK_MS / 2);
  stood.wrong = [...((await attack.wrong?.(world, stood.answers)) ?? [])];
  await asked;
  stood.disk = sizeOf(data) - before;
  const alone = await quiet();
  stood.control = note((await watch(world, pid, lister, () => attackOnce(attack, nothing))).seen) / alone;
  const mib = stood.answers.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576;
  console.log(`\n${attack.finding}  ${attack.what}`);
  console.log(`  answers       ${statusesOf(stood.answers)}; ${round(mib)} MiB`);
  console.log(`  memory        ${round(stood.memory)} MiB at most; ${round(stood.disk)} MiB more on the disk`);
  console.log(
    `  other tenant  list p95 × ${round(median(stood.ratios))} (${stood.ratios.map(round).join(', ')}); by the clients alone × ${round(stood.control)}`,
  );
  console.log(`  load          ${loadavg().map(round).join(', ')} on ${availableParallelism()} processors`);
  const broken = judge(stood, isRunning(pid));
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
const lister = startLister();
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
  lister.stop();
  if (product && isRunning(product.pid)) await product.stop();
  rmSync(data, { recursive: true, force: true });
}
