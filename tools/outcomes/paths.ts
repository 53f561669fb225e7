import { join } from 'node:path';
import { root } from '../lib/files.ts';
import { isFull } from '../lib/tier.ts';

/** Names the folder of the reports in the environment of a run, where it is not `reports/`. */
export const REPORTS_VARIABLE = 'REPORTS_FOLDER';

/** Folder of the reports of this run: what is proven is told by those of the default tier. */
export const reportsFolder = process.env[REPORTS_VARIABLE] ?? join(root, 'reports', isFull ? 'full' : '');
/** Folder of the reports of files that are run a second time. */
export const againFolder = join(root, 'reports', 'again');

export const vitestReport = (folder = reportsFolder): string => join(folder, 'vitest.jsonl');
export const browserReport = (folder = reportsFolder): string => join(folder, 'browser.json');
/** How long the set-up before the run took, written by setup.mjs. */
export const setUpReport = join(root, '.cache', 'set-up-seconds');
