import pg from 'pg';
import type { Logger } from 'pino';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/**
 * LISTEN on a connection of its own. pg does not reconnect by itself: after a loss it is tried again for ever, and once it listens
 * anew the listeners are called, because announcements may have been missed in between.
 */
export function listenTo({ channel, log, ...settings }: pg.ClientConfig & { channel: string; log: Logger }) {
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wait = FIRST_WAIT_MS;
  let closed = false;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  function again(failed: pg.Client, error: unknown): void {
    if (client !== failed) return;
    client = undefined;
    if (closed) return;
    log.warn({ err: error }, 'listening to the database was interrupted');
    // What is left of the connection must neither speak nor hold the process.
    failed.removeAllListeners();
    failed.on('error', () => {});
    void failed.end().catch((reason: unknown) => log.debug({ err: reason }, 'a broken connection could not be closed'));
    timer = setTimeout(connect, wait);
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  function connect(): void {
    const made = new pg.Client(settings);
    client = made;
    made.on('error', (error) => again(made, error));
    made.on('end', () => again(made, new Error('the connection ended')));
    made.on('notification', tell);
    made
      .connect()
      .then(() => made.query(`listen ${channel}`))
      .then(() => {
        wait = FIRST_WAIT_MS;
        tell();
      })
      .catch((error: unknown) => again(made, error));
  }

  return {
    /** The connection is opened with the first listener: a process without sockets needs none. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (!client && timer === undefined && !closed) connect();
      return () => listeners.delete(listener);
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      listeners.clear();
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
