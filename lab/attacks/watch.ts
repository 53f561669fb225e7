import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../tools/lib/files.ts';
import type { Answered } from './ask.ts';
import type { ListerOrder } from './lister.ts';
import type { World } from './world.ts';

/** Milliseconds between two looks. */
const MEMORY_EVERY = 50;

/** Resident memory of a process in MiB; NaN once it is gone. */
function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN; // the process has ended; whoever asks says so
  }
}

/** The store's log of changes: grows to its bound whatever is done, and goes into the store. */
const isLog = (file: string): boolean => file.endsWith('-wal');

/** Size of a folder in MiB, without the store's log. Files may go while it is looked at. */
export const sizeOf = (folder: string): number =>
  filesBelow(['.'], folder)
    .filter((file) => !isLog(file))
    .reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0) / 1_048_576;

export interface Seen {
  /** Most memory, in MiB. */
  memory: number;
  /** The lists of another tenant meanwhile. */
  lists: Answered[];
}

/** The other tenant's process. */
export interface Lister {
  begin(world: World): void;
  /** The lists since the beginning. */
  end(): Promise<Answered[]>;
  stop(): void;
}

export function startLister(): Lister {
  const child = fork(fileURLToPath(new URL('lister.ts', import.meta.url)));
  const tell = (order: ListerOrder): boolean => child.send(order);
  return {
    begin: ({ base, other }) => void tell({ at: { base, headers: other } }),
    async end() {
      const told = once(child, 'message');
      tell({});
      const [lists] = (await told) as [Answered[]];
      return lists;
    },
    stop: () => child.disconnect(),
  };
}

/** Looks at the process's memory (where there is one), and has another tenant list, while `work` goes on. */
export async function watch<T>(
  world: World,
  pid: number | undefined,
  lister: Lister,
  work: () => Promise<T>,
): Promise<{ result: T; seen: Seen }> {
  let memory = 0;
  const look = (): void => {
    if (pid !== undefined) memory = Math.max(memory, residentOf(pid) || 0);
  };
  const looks = setInterval(look, MEMORY_EVERY);
  lister.begin(world);
  try {
    const result = await work();
    return { result, seen: { memory, lists: await lister.end() } };
  } finally {
    clearInterval(looks);
  }
}
