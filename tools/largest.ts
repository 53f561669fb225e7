/**
 * `npm run largest [-- --things=60 --rounds=3]`: asks each call with the largest that it takes, of a server with so many full things of each
 * kind, and prints what the event loop works at a stretch meanwhile, the least of some rounds, and the largest answer. It counts processor time of
 * its thread, so that other programs make no difference.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { largestShots } from '../server/test/http/largest/shots.ts';
import { openLargest } from '../server/test/http/largest/world.ts';

/** Milliseconds that nothing may work at a stretch. */
const LIMIT = 50;

const { values } = parseArgs({ options: { things: { type: 'string', default: '60' }, rounds: { type: 'string', default: '3' } } });

interface Measured {
  call: string;
  /** Milliseconds: in each round the longest stretch, of them the shortest. */
  block: number;
  bytes: number;
  statuses: ReadonlySet<number>;
}

const world = await openLargest('sqlite', Number(values.things));
const watch = watchTurns();
const found = new Map<string, Measured>();
const shots = largestShots(world);
// To make them takes a while.
await sleep(50);
for (const { call, path, text } of shots) {
  let least = Infinity;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    watch.reset();
    for await (const { status, bytes } of world.ask(call, path, text)) {
      const before = found.get(call.id);
      const statuses = new Set([...(before?.statuses ?? []), status]);
      found.set(call.id, { call: call.id, block: before?.block ?? 0, bytes: Math.max(bytes, before?.bytes ?? 0), statuses });
    }
    await sleep(5);
    least = Math.min(least, watch.longest());
  }
  const known = found.get(call.id)!;
  if (least > known.block) found.set(call.id, { ...known, block: least });
}
watch.stop();
await world.app.close();

const slowest = [...found.values()].toSorted((a, b) => b.block - a.block);
for (const { call, block, bytes, statuses } of slowest)
  console.log(`${block.toFixed(1).padStart(8)} ms ${`${bytes}`.padStart(9)} B  ${call}  ${[...statuses].join(' ')}`);
const over = slowest.filter(({ block }) => block > LIMIT);
console.log(over.length === 0 ? `nothing over ${LIMIT} ms` : `${over.length} over ${LIMIT} ms`);

/** Milliseconds of processor time that the longest turn of the event loop took. */
function watchTurns(): { reset(): void; longest(): number; stop(): void } {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = used();
  let longest = 0;
  let running = true;
  const turn = (): void => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setImmediate(turn);
  };
  turn();
  return { reset: () => void (longest = 0), longest: () => longest, stop: () => void (running = false) };
}
