import { readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { filesBelow } from '../../tools/lib/files.ts';
import { join } from 'node:path';
import { askCalmly, type Answered } from './ask.ts';
import type { World } from './world.ts';

/** Milliseconds between two looks. */
const LIST_EVERY = 50;
const MEMORY_EVERY = 50;

/** Resident memory of a process in MiB; NaN once it is gone. */
function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN; // the process has ended; whoever asks says so
  }
}

/** Size of a folder in MiB. Files may go while it is looked at. */
export const sizeOf = (folder: string): number =>
  filesBelow(['.'], folder).reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0) /
  1_048_576;

export interface Seen {
  /** Most memory, in MiB. */
  memory: number;
  /** The lists of another tenant meanwhile. */
  lists: Answered[];
}

/** Looks at the process's memory (where there is one), and lists as another tenant does, while `work` goes on. */
export async function watch<T>(world: World, pid: number | undefined, work: () => Promise<T>): Promise<{ result: T; seen: Seen }> {
  const seen: Seen = { memory: 0, lists: [] };
  let isOver = false;
  const list = async (): Promise<void> => {
    while (!isOver) {
      seen.lists.push(
        await askCalmly(world.base, { path: '/api/v2/compute/servers?limit=20&with_count=true', headers: world.other, from: '127.0.0.9' }),
      );
      await delay(LIST_EVERY);
    }
  };
  const look = async (): Promise<void> => {
    while (!isOver && pid !== undefined) {
      const memory = residentOf(pid);
      if (memory > seen.memory) seen.memory = memory;
      await delay(MEMORY_EVERY);
    }
  };
  const looks = Promise.all([list(), look()]);
  try {
    return { result: await work(), seen };
  } finally {
    isOver = true;
    await looks;
  }
}
