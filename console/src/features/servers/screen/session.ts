/** The course of a console, apart from how it is painted: tickets, connections, ends, and coming back by itself (C6 of the screens). */
import type { ConsoleMessage, ConsoleState } from '@gantry/contract/nouns/servers/console-wire';
import { ApiError } from '../../../app/api/errors.ts';
import { createStore, type ValueStore } from '../../../app/store.ts';
import type { ScreenChannel } from './channel.ts';
import type { Connect, Connection, ConnectionEnd, Ticket } from './connection.ts';

/** Why nothing is shown. `expired` is mended by signing in, `off` by starting the server, `lost` by itself; the others stay. */
export type Absence = 'expired' | 'off' | 'gone' | 'forbidden' | 'unsupported' | 'many' | 'lost';

type Hello = Extract<ConsoleMessage, { type: 'hello' }>;

export interface ConsoleView {
  phase: 'connecting' | 'connected' | 'over';
  /** Only where it is over. */
  absence: Absence | undefined;
  /** Whether it tries again by itself. */
  retrying: boolean;
  kind: Hello['kind'] | undefined;
  /** Known from the first time it was shown; all that the page says of the server. */
  name: string | undefined;
  state: ConsoleState | undefined;
  channel: ScreenChannel | undefined;
  /** What the server has written, where it has no screen. */
  log: string;
}

const BLANK: ConsoleView = {
  phase: 'connecting',
  absence: undefined,
  retrying: false,
  kind: undefined,
  name: undefined,
  state: undefined,
  channel: undefined,
  log: '',
};

export interface ConsoleSessionOptions {
  /** The ticket that came with the address. */
  given: Ticket | undefined;
  /** Asks for a new ticket; absent while nobody is signed in. Rejects with `ApiError`. */
  ask(): Promise<Ticket> | undefined;
  connect: Connect;
  /** Milliseconds before each try; the last one counts for all further ones. */
  delays?: readonly number[];
}

export interface ConsoleSession {
  view: ValueStore<ConsoleView>;
  /** Begins, or begins again at once. */
  open(): void;
  close(): void;
}

const DELAYS: readonly number[] = [500, 1000, 2000, 5000, 10_000];

/** Ends that pass by themselves. */
const PASSING: ReadonlySet<ConnectionEnd> = new Set(['lost', 'screen', 'stopping', 'silent', 'unavailable']);
const ABSENCES: Partial<Record<ConnectionEnd, Absence>> = { gone: 'gone', many: 'many' };

/** What a refused request for a ticket means. */
function absenceOf(error: unknown): Absence {
  if (!(error instanceof ApiError)) throw error;
  switch (error.status) {
    case 401:
      return 'expired';
    case 403:
      return 'forbidden';
    case 404:
      return 'gone';
    case 501:
      return 'unsupported';
    case 409:
      return error.code === 'state_conflict' ? 'off' : 'lost';
    default:
      return 'lost';
  }
}

export function createConsoleSession({ given, ask, connect, delays = DELAYS }: ConsoleSessionOptions): ConsoleSession {
  const view = createStore<ConsoleView>(BLANK);
  let unused = given;
  let connection: Connection | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** Grows with each begin and end, so that what was begun before knows that it is late. */
  let turn = 0;

  function stop(): number {
    clearTimeout(timer);
    connection?.close();
    connection = undefined;
    turn += 1;
    return turn;
  }

  function over(absence: Absence): void {
    stop();
    const retrying = absence === 'lost';
    view.set({ phase: 'over', absence, retrying, channel: undefined });
    if (!retrying) return;
    const delay = delays[Math.min(tries, delays.length - 1)] ?? 0;
    tries += 1;
    timer = setTimeout(begin, delay);
  }

  function ended(end: ConnectionEnd, wasGiven: boolean): void {
    connection = undefined;
    // A ticket from the address may be old or used; whoever is signed in gets another one.
    if (end === 'ticket' && wasGiven) return begin();
    over(PASSING.has(end) ? 'lost' : (ABSENCES[end] ?? 'expired'));
  }

  function take(message: ConsoleMessage, channel: ScreenChannel): void {
    switch (message.type) {
      case 'hello': {
        tries = 0;
        const { name, status, task_state } = message.server;
        return view.set({
          phase: 'connected',
          absence: undefined,
          retrying: false,
          kind: message.kind,
          name,
          state: { status, task_state },
          channel,
        });
      }
      case 'state':
        return view.set({ state: { status: message.status, task_state: message.task_state } });
      case 'log':
        return view.set(({ log }) => ({ log: log.slice(0, message.from) + message.text }));
    }
  }

  function begin(): void {
    const attempt = stop();
    view.set({ phase: 'connecting', absence: undefined, channel: undefined });
    const ticket = unused;
    const requested = ticket ? Promise.resolve(ticket) : ask();
    if (!requested) return over('expired');
    requested.then(
      (found) => {
        if (attempt !== turn) return;
        unused = undefined;
        connection = connect(found, {
          onMessage: (message, channel) => attempt === turn && take(message, channel),
          onEnd: (end) => attempt === turn && ended(end, ticket !== undefined),
        });
      },
      (error: unknown) => attempt === turn && over(absenceOf(error)),
    );
  }

  return {
    view,
    open() {
      tries = 0;
      begin();
    },
    close: () => void stop(),
  };
}
