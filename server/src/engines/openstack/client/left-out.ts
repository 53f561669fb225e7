import type { Logger } from 'pino';
import type { ServiceName } from './errors.ts';
import type { Wrong } from './items.ts';

/** Told what was left out of a service's answer. */
export type LeftOut = (service: ServiceName, path: string, wrong: readonly Wrong[]) => void;

/** Entries that are remembered as logged. */
const REMEMBERED = 10_000;

/** Logs what is left out, each entry once for what is wrong with it. */
export function logLeftOut(log: Pick<Logger, 'error'>): LeftOut {
  const logged = new Set<string>();
  return (service, path, wrong) => {
    for (const { id, problem } of wrong) {
      const key = `${service} ${path} ${id ?? ''} ${problem}`;
      if (logged.has(key)) continue;
      if (logged.size >= REMEMBERED) logged.clear();
      logged.add(key);
      log.error({ service, path, id, problem }, 'the cloud describes this otherwise than its API promises: it is left out');
    }
  };
}
