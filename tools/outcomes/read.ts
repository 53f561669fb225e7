import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Durations } from './durations.ts';
import type { Outcome } from './outcome.ts';
import { browserReport, vitestReport } from './paths.ts';
import { playwrightDurations, playwrightOutcomes, playwrightProcessorTimes, type PlaywrightReport } from './playwright.ts';
import { foldVitest, isEnded, type VitestReport } from './vitest.ts';

const parse = <T>(path: string): T | undefined => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined);

function vitestRun(folder?: string): VitestReport | undefined {
  const path = vitestReport(folder);
  return existsSync(path) ? foldVitest(readFileSync(path, 'utf8')) : undefined;
}

/** Outcomes of the vitest run that reported to this folder; undefined where none was kept. */
export const readVitest = (folder?: string): Outcome[] | undefined => vitestRun(folder)?.outcomes;

/** Whether the Vitest run that reports to this folder has ended its last test. */
export function hasEnded(folder?: string): boolean {
  const path = vitestReport(folder);
  return existsSync(path) && isEnded(readFileSync(path, 'utf8'));
}

/** Seconds of processor time of each test file of the runs that reported to this folder; empty where none was kept. */
export function readProcessorTimes(folder?: string): Durations {
  const browser = parse<PlaywrightReport>(browserReport(folder));
  return { ...vitestRun(folder)?.cpu, ...(browser && playwrightProcessorTimes(browser)) };
}

/** Outcomes of the browser run that reported to this folder; undefined where none was kept. */
export function readBrowser(folder?: string): Outcome[] | undefined {
  const report = parse<PlaywrightReport>(browserReport(folder));
  return report && playwrightOutcomes(report);
}

/** Seconds of each test file of the last run, on Node and in the browser; empty where none was kept. */
export function readDurations(): Durations {
  const browser = parse<PlaywrightReport>(browserReport());
  return { ...vitestRun()?.seconds, ...(browser && playwrightDurations(browser)) };
}

/** Forgets what earlier runs left, so that a run that breaks off is not mistaken for an old one that went well. */
export function forgetReports(folder?: string): void {
  for (const path of [vitestReport(folder), browserReport(folder)]) rmSync(path, { force: true });
}
