import { join } from 'node:path';
import { root } from '../lib/files.ts';

/** Where the last runs left their outcomes. */
export const vitestReport = join(root, 'reports', 'vitest.json');
export const browserReport = join(root, 'reports', 'browser.json');
