import { existsSync, readFileSync, rmSync } from 'node:fs';
import { root } from '../lib/files.ts';
import type { Outcome } from './outcome.ts';
import { browserReport, vitestReport } from './paths.ts';
import { playwrightOutcomes, type PlaywrightReport } from './playwright.ts';

const parse = <T>(path: string): T | undefined => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined);

/** Outcomes of the last vitest run; undefined where none was kept. */
export const readVitest = (): Outcome[] | undefined => parse<Outcome[]>(vitestReport);

/** Outcomes of the last run in the browser; undefined where none was kept. */
export function readBrowser(): Outcome[] | undefined {
  const report = parse<PlaywrightReport>(browserReport);
  return report && playwrightOutcomes(report, root);
}

/** Forgets what earlier runs left, so that a run that breaks off is not mistaken for an old one that went well. */
export function forgetReports(): void {
  for (const path of [vitestReport, browserReport]) rmSync(path, { force: true });
}
