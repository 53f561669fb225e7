/** Milliseconds before the first, second … try to connect again; the last holds for all that follow (decision C5). */
const LADDER = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Part of a delay that chance takes away, so that clients of a restarted server do not come all at once. */
const JITTER = 0.2;

/** Milliseconds to wait before try number `tries` (from 0) since the last good login. `random`: 0 to 1. */
export function reconnectDelay(tries: number, random: () => number): number {
  const base = LADDER[Math.min(tries, LADDER.length - 1)] ?? 0;
  return Math.round(base * (1 - JITTER * random()));
}

/** Wait after a login code of 500 or above (S1 §9, S2 §9). */
export const SERVER_ERROR_DELAY = 5_000;
/** Time between two logins of one connection (S1 §9, S2 §9). */
export const LOGIN_INTERVAL = 1_000;
/** Logins of one connection before a new one is made (decision C6). */
export const LOGIN_TRIES = 3;
/** Longest wait for a connection to open. */
export const CONNECT_LIMIT = 10_000;
/** Longest wait of the first login for the upgrade to a WebSocket, where a proxy lets none through and says nothing. */
export const UPGRADE_LIMIT = 1_000;
