/** Hours of which the platform has kept no figures, such as those before it was installed: as far as whoever measures the cloud knows them. */
import type { CallOptions } from '../../../calls/port.ts';
import { HOUR_MS, hoursUntil, keptHours, knownOf, valueAt, type KeptHours, type Subject } from './hourly-figures.ts';

/** Milliseconds that a call waits for figures of earlier hours. */
const PATIENCE_MS = 3_000;

interface Wanted {
  subject: Subject;
  /** Null: all compute nodes. */
  projectId: string | null;
  /** Whose project it is; absent for compute nodes. */
  engine?: string;
  /** The figures' names. */
  names: readonly string[];
  signal: AbortSignal;
}

/** Reads the hours that are known up to an instant (milliseconds), by figure: the platform's own figures, and earlier ones in their gaps. Fails only where the store does. */
export function knownHours({ store, platform, log }: Pick<CallOptions, 'store' | 'platform' | 'log'>) {
  // Told once until it is over: pages ask again and again.
  let isTold = false;
  return async ({ subject, projectId, engine, names, signal }: Wanted, now: number): Promise<ReadonlyMap<string, KeptHours>> => {
    const kept = await keptHours(store, subject, now);
    const read = platform.pastFigures(engine);
    const hours = hoursUntil(now);
    // The present hour's figures are about to be taken.
    const gaps = hours.slice(0, -1).filter((at) => names.some((name) => valueAt(kept.get(name), at) === null));
    const [from, to] = [gaps.at(0), gaps.at(-1)];
    if (!read || from === undefined || to === undefined) return kept;
    try {
      const earlier = await read({ projectId, from, to, step: HOUR_MS }, { patience: PATIENCE_MS, signal });
      isTold = false;
      const known = names.map(
        (name) => [name, knownOf(hours, (at) => valueAt(kept.get(name), at) ?? earlier.get(name)?.get(at) ?? null)] as const,
      );
      return new Map(known.flatMap(([name, of]) => (of ? [[name, of]] : [])));
    } catch (err) {
      if (!isTold && !signal.aborted) {
        isTold = true;
        log.warn({ err, subject }, 'earlier figures of capacity cannot be read: only those that the platform has kept are shown');
      }
      return kept;
    }
  };
}
