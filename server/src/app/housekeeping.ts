import type { Logger } from 'pino';
import type { Store } from '../store/port.ts';
import { forgetTasks } from '../tasks/index.ts';

const HOUR = 3_600_000;
/** Hours that the change log is kept (rule 7). */
const LOG_HOURS = 24;
/** Days that ended tasks can be looked at. */
const TASK_DAYS = 30;

export interface Keeping {
  auditDays: number;
  /** Milliseconds without a request after which a session has ended. */
  idle: number;
}

/** Forgets what has had its time: sessions, tickets, change log, tasks, audit. At once, then every hour; returns the way to stop. */
export function keepHouse(store: Store, { auditDays, idle }: Keeping, log: Logger): () => Promise<void> {
  const before = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();
  let running: Promise<void> = Promise.resolve();
  const tidy = async (): Promise<void> => {
    try {
      await store.sessions.prune(before(idle / HOUR), new Date().toISOString());
      await store.tickets.prune();
      await store.changes.prune(before(LOG_HOURS));
      await forgetTasks(store, before(TASK_DAYS * 24));
      await store.audit.prune(before(auditDays * 24));
    } catch (err) {
      log.error({ err }, 'tidying the store failed; next try in an hour');
    }
  };
  const next = (): void => void (running = running.then(tidy));
  next();
  const timer = setInterval(next, HOUR);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
