import type { Logger } from 'pino';
import { STATE_DAYS } from '@gantry/contract/wire/state-changes';
import { instantOf, steadyClock, systemClock } from '../port/clock.ts';
import type { ObjectIndex } from '../port/store/objects.ts';
import type { Store } from '../port/store/store.ts';
import { carryOutLifecycles } from '../objects/lifecycle/carry-out.ts';
import { forgetCapacity } from '../nouns/capacity/handler/hourly-figures.ts';
import { forgetTasks } from '../tasks/index.ts';
import { createTimeTrust, type Clocks } from './time-trust.ts';

const HOUR = 3_600_000;
/** Hours that the change log is kept (rule 7). */
const LOG_HOURS = 24;
/** Days that ended tasks can be looked at. */
const TASK_DAYS = 30;
/** Days that a device is known which nobody signs in from. */
const DEVICE_DAYS = 180;

/** Days that an upload in parts may take; its parts go with it. */
const UPLOAD_DAYS = 7;
/** Uploads that are given up at a stretch. */
const UPLOADS_AT_ONCE = 100;

/** Gives up uploads in parts that were begun before, in milliseconds: their files are taken away with the next ones that nothing needs. */
export async function expireUploads(index: Pick<ObjectIndex, 'uploadsBefore' | 'abortUpload'>, before: number): Promise<void> {
  for (;;) {
    const ids = await index.uploadsBefore(before, UPLOADS_AT_ONCE);
    for (const id of ids) await index.abortUpload(id);
    if (ids.length < UPLOADS_AT_ONCE) return;
  }
}

export interface Keeping {
  auditDays: number;
  /** Milliseconds without a request after which a session has ended. */
  idle: number;
}

/**
 * Forgets what has had its time: sessions, devices, tickets, change log, states, tasks, figures of capacity, audit, unfinished uploads, and objects by their buckets' lifecycles.
 * At once, then every hour, and nothing while the clock seems to have jumped ahead; returns the way to stop.
 */
export function keepHouse(
  store: Store,
  { auditDays, idle }: Keeping,
  log: Logger,
  clocks: Clocks = { wall: systemClock, steady: steadyClock },
): () => Promise<void> {
  const trusted = createTimeTrust(store, clocks);
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const tidy = async (): Promise<void> => {
    try {
      const time = await trusted();
      if ('jump' in time) {
        const days = Math.round(time.jump / (24 * HOUR));
        log.warn(
          { days },
          'the clock is days ahead of when it was last looked at: nothing is forgotten for a day, so that it can be set right',
        );
        return;
      }
      const before = (hours: number): string => instantOf(time.now - hours * HOUR);
      await store.sessions.prune(before(idle / HOUR), instantOf(time.now));
      await store.personalTokens.prune(instantOf(time.now));
      await store.signIns.prune(DEVICE_DAYS * 24 * HOUR);
      await store.tickets.prune();
      await store.changes.prune(before(LOG_HOURS));
      await store.states.prune(before(STATE_DAYS * 24));
      await forgetTasks(store, before(TASK_DAYS * 24));
      await forgetCapacity(store, instantOf(time.now));
      await store.audit.prune(before(auditDays * 24));
      await expireUploads(store.objects, time.now - UPLOAD_DAYS * 24 * HOUR);
      await carryOutLifecycles({ index: store.objects, now: time.now, signal: stopping.signal });
    } catch (err) {
      log.error({ err }, 'tidying the store failed; next try in an hour');
    }
  };
  const next = (): void => void (running = running.then(tidy));
  next();
  const timer = setInterval(next, HOUR);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
