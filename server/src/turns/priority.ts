/** Threads that write: whoever waits for an answer has the processor first. */
import { getPriority, setPriority } from 'node:os';

/** Added to the thread's nice value: it gets a third of the time of one that has none, where both want all of it. */
const STEP = 5;
const LOWEST = 19;

/** Lowers the priority of the calling thread, on Linux: elsewhere that would be the whole process's. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(LOWEST, getPriority() + STEP));
  } catch {
    // Where the surroundings forbid it all threads stay alike.
  }
}
