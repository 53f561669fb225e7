/** The report of a Vitest run: a line for each thing that happens, so that a run that is ended in the middle is known as far as it came. */
import type { Outcome } from './outcome.ts';

/** One line of the report. */
export type Entry =
  | { planned: string[] }
  | { began: string }
  | { file: string; seconds: number; cpu: number; outcomes: Outcome[] }
  /** The last line of a run that ended by itself, with what failed outside of all files. */
  | { ended: Outcome[] };

export interface VitestReport {
  outcomes: Outcome[];
  /** By file, of those that ended. */
  seconds: Record<string, number>;
  /** Seconds of processor time of the file's own process. */
  cpu: Record<string, number>;
}

/** Reads the lines of a report. Files that have not ended have failed. */
export function foldVitest(text: string): VitestReport {
  const report: VitestReport = { outcomes: [], seconds: {}, cpu: {} };
  const planned = new Set<string>();
  const begun = new Set<string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const entry = parsed(line);
    if (entry === undefined) continue;
    if ('planned' in entry) for (const file of entry.planned) planned.add(file);
    else if ('began' in entry) begun.add(entry.began);
    else if ('ended' in entry) report.outcomes.push(...entry.ended);
    else {
      planned.delete(entry.file);
      report.outcomes.push(...entry.outcomes);
      report.seconds[entry.file] = entry.seconds;
      report.cpu[entry.file] = entry.cpu;
    }
  }
  for (const file of planned) report.outcomes.push({ file, title: begun.has(file) ? 'had not ended' : 'had not begun', state: 'unended' });
  return report;
}

/** Whether a report is of a run whose last test has ended. */
export function isEnded(text: string): boolean {
  const last = parsed(text.trimEnd().split('\n').at(-1) ?? '');
  return last !== undefined && 'ended' in last;
}

/** The last line of a run that was ended by force may be half a line. */
function parsed(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined; // its file counts as not ended
  }
}
