import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SESSION_ENDED } from '@gantry/contract/wire/events';
import type { Access } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { LiveSocket } from './wire.ts';

/** Callers asked about at once: on SQLite their rows are read on the event loop, and events must not wait for all of them. */
const BATCH = 10;

/**
 * Counts the characters that wait for a reader, from Engine.IO's own events; returns the way to look: how many wait, where they were more than
 * `limit` at the last look as well and nothing was taken since, else undefined. One look is not enough: who has just been sent all that was
 * missed reads as fast as any.
 */
export function watchBuffer({ conn }: LiveSocket): (limit: number) => number | undefined {
  let waiting = 0;
  let wasOver = false;
  conn.on('packetCreate', (packet: { data?: unknown }) => {
    waiting += typeof packet.data === 'string' ? packet.data.length : 0;
  });
  conn.on('drain', () => {
    waiting = 0;
    wasOver = false;
  });
  return (limit) => {
    const before = wasOver;
    wasOver = waiting > limit;
    return before && wasOver ? waiting : undefined;
  };
}

/** Cuts a socket without waiting for what it has not read. It comes back with its last sequence number, or starts anew. */
export const cut = (socket: LiveSocket): void => {
  socket.conn.close(true);
};

const keyOf = (caller: Caller): string => `${caller.sessionHash} ${caller.scopeTokenHash ?? ''}`;

/** Ends the sockets whose session or right is gone (architecture rule 17). While that cannot be found out they stay. */
export async function endRevoked(sockets: Iterable<LiveSocket>, access: Pick<Access, 'stillHolds'>, log: Logger): Promise<void> {
  const byKey = new Map<string, { caller: Caller; sockets: LiveSocket[] }>();
  for (const socket of sockets) {
    const { caller } = socket.data;
    if (!caller) continue;
    const known = byKey.get(keyOf(caller));
    if (known) known.sockets.push(socket);
    else byKey.set(keyOf(caller), { caller, sockets: [socket] });
  }
  const callers = [...byKey.values()].map(({ caller }) => caller);
  try {
    for (let first = 0; first < callers.length; first += BATCH) {
      if (first > 0) await nextTurn();
      for (const caller of await access.stillHolds(callers.slice(first, first + BATCH))) byKey.delete(keyOf(caller));
    }
  } catch (error) {
    log.warn({ err: error }, 'the rights behind open sockets could not be checked');
    return;
  }
  for (const [key, { sockets: ended }] of byKey) {
    for (const socket of ended) {
      // Logged in with another right meanwhile.
      if (!socket.data.caller || keyOf(socket.data.caller) !== key) continue;
      socket.emit(SESSION_ENDED);
      socket.disconnect(true);
    }
  }
}
