import type { Logger } from 'pino';
import type { Access } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { ConsoleSession } from './console-session.ts';

/** Callers asked about at once: on SQLite their rows are read on the event loop. */
const BATCH = 10;

const keyOf = (caller: Caller): string => `${caller.sessionHash} ${caller.scopeTokenHash ?? ''}`;

/**
 * Looks after the screens that are shown: ends those whose session or right is gone, tells the others what their servers do. Rejects
 * where that cannot be found out.
 */
async function goRound(consoleSessions: readonly ConsoleSession[], access: Pick<Access, 'stillHolds'>): Promise<void> {
  const groups = [...Map.groupBy(consoleSessions, ({ caller }) => keyOf(caller)).values()];
  for (let first = 0; first < groups.length; first += BATCH) {
    const batch = groups.slice(first, first + BATCH);
    const callers = batch.flatMap(([consoleSession]) => consoleSession?.caller ?? []);
    const holding = new Set((await access.stillHolds(callers)).map(keyOf));
    for (const consoleSession of batch.flat()) {
      if (holding.has(keyOf(consoleSession.caller))) await consoleSession.look();
      else consoleSession.end('right');
    }
  }
}

interface RevalidatorOptions {
  consoleSessions: Iterable<ConsoleSession>;
  access: Pick<Access, 'stillHolds'>;
  log: Logger;
  /** Milliseconds. */
  round: number;
  heartbeat: number;
  doubt: number;
}

/** Goes its rounds until it is stopped. What could not be looked at for `doubt` milliseconds is shown no longer. */
export function startRevalidator({ consoleSessions, access, log, round, heartbeat, doubt }: RevalidatorOptions): () => Promise<void> {
  let sureAt = performance.now();
  let going: Promise<void> | undefined;
  const go = async (): Promise<void> => {
    try {
      await goRound([...consoleSessions], access);
      sureAt = performance.now();
    } catch (err) {
      log.warn({ err }, 'the rights behind open screens could not be checked');
      if (performance.now() - sureAt > doubt) for (const consoleSession of consoleSessions) consoleSession.end('unavailable');
    }
  };
  const rounds = setInterval(() => (going ??= go().finally(() => (going = undefined))), round);
  const beats = setInterval(() => {
    for (const consoleSession of consoleSessions) consoleSession.beat();
  }, heartbeat);
  return async () => {
    clearInterval(rounds);
    clearInterval(beats);
    await going;
  };
}
