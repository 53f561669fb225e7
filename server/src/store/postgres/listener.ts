import pg from 'pg';
import type { Logger } from 'pino';
import { ConnectionProbe, onceSilent } from './probe.ts';
import { StoreUnavailable } from '../faults/unavailable.ts';

/** Until the first new try after the database went away; each further one waits longer. */
const FIRST_WAIT_MS = 100;
/** Also how long after the database's return it may take until it is used again. */
const LONGEST_WAIT_MS = 1_000;

interface ListenerOptions extends pg.ClientConfig {
  channel: string;
  log: Logger;
  /** Called when the server stays silent on a connection that stands. */
  onSilence(reason: Error): void;
}

/**
 * LISTEN on a connection of its own, which also shows whether the server is there at all. pg does not reconnect by itself: after a loss it
 * is tried again for ever, and once it listens anew the listeners are called, because announcements may have been missed in between.
 */
export function listenTo({ channel, log, onSilence, ...settings }: ListenerOptions) {
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let listening: pg.Client | undefined;
  let probe: ConnectionProbe | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let wait = FIRST_WAIT_MS;
  let closed = false;
  let interrupted = false;
  let down: StoreUnavailable | undefined;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  function fellSilent(failed: pg.Client, error: Error): void {
    if (client !== failed) return;
    down = new StoreUnavailable(error);
    onSilence(error);
    again(failed, error);
  }

  function again(failed: pg.Client, error: unknown): void {
    if (client !== failed) return;
    client = undefined;
    interrupted = true;
    probe?.stop();
    probe = undefined;
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
    // How long connecting may take is watched here.
    const made = new pg.Client({ ...settings, connectionTimeoutMillis: 0 });
    client = made;
    turn = Promise.resolve();
    made.on('error', (error) => again(made, error));
    made.on('end', () => again(made, new Error('Connection terminated')));
    made.on('notification', tell);
    const connected = made.connect();
    // The pool's connections may stand, and their requests wait: a server that has fallen silent takes nobody anew.
    onceSilent(connected, (reason) => fellSilent(made, reason));
    connected
      .then(() => {
        if (client !== made) return;
        wait = FIRST_WAIT_MS;
        if (interrupted) log.info('the database answers again');
        interrupted = false;
        down = undefined;
        probe = new ConnectionProbe(
          () => ask(made, 'select 1'),
          (error) => fellSilent(made, error),
        );
        if (listeners.size > 0) listen(made);
      })
      .catch((error: unknown) => again(made, error));
  }

  /** One question after the other: pg wants no second one while the first is open. */
  function ask(connected: pg.Client, text: string): Promise<unknown> {
    const answer = turn.then(() => connected.query(text));
    // the caller hears of a failure; the next question only waits its turn
    turn = answer.catch(() => undefined);
    return answer;
  }

  /** From the answer on nothing is missed. */
  function listen(connected: pg.Client): void {
    listening = connected;
    ask(connected, `listen ${channel}`).then(
      () => client === connected && tell(),
      (error: unknown) => again(connected, error),
    );
  }

  connect();
  return {
    /** Set from the server's silence until it answers again: whoever asked it now would wait. */
    get down(): StoreUnavailable | undefined {
      return down;
    },
    /** The first listener begins the listening: a process without sockets needs none. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (probe && client && listening !== client) listen(client);
      return () => listeners.delete(listener);
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      probe?.stop();
      listeners.clear();
      const last = client;
      client = undefined;
      await last?.end();
    },
  };
}
