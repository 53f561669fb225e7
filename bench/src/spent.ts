/** What a process has taken of the machine, as Linux tells it. */
import { readFileSync } from 'node:fs';

/** Ticks of a processor second in /proc. */
const TICKS = 100;

/** Processor seconds that a process has used. */
export function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Most MiB that a process has had in memory. */
export const peakOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
