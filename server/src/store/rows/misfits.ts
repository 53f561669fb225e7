/** Rows that do not fit their schema are reported, each once. */
import type { Logger } from 'pino';
import type { Misfits } from '../../port/store/misfits.ts';

/** Rows that are remembered as reported. */
const REMEMBERED = 10_000;
/** Most problems of a row that are logged. */
const PROBLEMS = 10;

export function createMisfits(log: Pick<Logger, 'warn'>): Misfits {
  const reported = new Set<string>();
  return (kind, id, { issues }) => {
    const key = `${kind} ${id}`;
    if (reported.has(key)) return;
    if (reported.size >= REMEMBERED) reported.clear();
    reported.add(key);
    const problems = issues.slice(0, PROBLEMS).map(({ path, message }) => `${path.join('.')}: ${message}`);
    log.warn({ kind, id, problems }, 'a row does not fit its schema: its unreadable values are replaced');
  };
}
