/** How much of the processors a process has taken (proc(5)). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS = 100;

interface Times {
  parent: number;
  /** Seconds of the process. */
  own: number;
  /** Seconds of the children that it has waited for, and of theirs. */
  waitedFor: number;
}

/** Undefined where there is no such process, or no Linux. */
function timesOf(pid: number | 'self'): Times | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  try {
    // Behind the name, which may hold anything: state, parent, eight numbers, and the ticks of the process and of its children.
    const fields = readFileSync(path, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    const [own, waitedFor] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
    return { parent: fields[1]!, own: own / TICKS, waitedFor: waitedFor / TICKS };
  } catch (error) {
    // It has ended meanwhile.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Seconds that this process has taken, with the children that it has waited for; without those where no Linux tells them. In a thread, which
 * shares the process with others, those of the thread alone.
 */
export function processorSeconds(): number {
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage();
  return (user + system) / 1e6 + (isMainThread ? (timesOf('self')?.waitedFor ?? 0) : 0);
}

/** Seconds that this process and all below it have taken, those that have ended among them; 0 where no Linux tells them. */
export function processorSecondsOfTree(): number {
  if (!existsSync('/proc')) return 0;
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const children = Map.groupBy(all.keys(), (pid) => all.get(pid)!.parent);
  const secondsOf = (pid: number): number => {
    const { own = 0, waitedFor = 0 } = all.get(pid) ?? {};
    return (children.get(pid) ?? []).reduce((sum, child) => sum + secondsOf(child), own + waitedFor);
  };
  return secondsOf(process.pid);
}
