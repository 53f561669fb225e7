import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { LoginAnswer } from '@gantry/contract/wire/events';
import { openConnection, type Ending } from './connection.ts';
import { reconnectDelay, SERVER_ERROR_DELAY } from './delays.ts';
import { MissingTokenError, type Live, type LiveOptions, type SocketState } from './port.ts';

export { MissingTokenError, SOCKET_STATES, type Live, type LiveOptions, type SocketState } from './port.ts';

/** The headers of now. Throws MissingTokenError where session or scoped token is absent. */
function presented(options: LiveOptions): Record<string, string> {
  const given = Object.entries(options.headers()).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.fromEntries(given.filter((pair): pair is readonly [string, string] => Boolean(pair[1])));
  if (!headers[SESSION_HEADER] || !headers[AUTH_TOKEN_HEADER]) throw new MissingTokenError();
  return headers;
}

const logToConsole = (message: string, detail: unknown): void => console.error(message, detail);

/**
 * Keeps a socket to the server and tells of changes, whatever happens to the connection (S0 §7, S1 §8, S2 §7, decisions C1 to C11).
 * Throws MissingTokenError where there is nothing to log in with yet. `random` (0 to 1) spreads reconnects.
 */
export function connectLive(options: LiveOptions, random: () => number = Math.random): Live {
  const { log = logToConsole } = options;
  let state: SocketState = 'disconnected';
  let seq = options.sinceSeq;
  let tries = 0;
  let closed = false;
  let closeConnection: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const enter = (next: SocketState): void => {
    if (state === next) return;
    state = next;
    options.onState?.(next);
  };

  const drop = (): void => {
    clearTimeout(timer);
    if (!closeConnection) return;
    enter('disconnecting');
    closeConnection();
    closeConnection = undefined;
    enter('disconnected');
  };

  const authorised = (answer: LoginAnswer): void => {
    tries = 0;
    if (answer.seq !== undefined && (seq === undefined || answer.resync === true)) seq = answer.seq;
    enter('connected');
    if (answer.resync === true) options.onResync();
  };

  const ended = (why: Ending): void => {
    closeConnection = undefined;
    if (why !== 'lost') enter('disconnecting');
    enter('disconnected');
    if (why === 'refused') {
      enter('shutoff');
      options.onSessionEnded();
      return;
    }
    const delay = why === 'server_error' ? SERVER_ERROR_DELAY : reconnectDelay(tries, random);
    tries += 1;
    timer = setTimeout(retry, delay);
  };

  const open = (headers: Record<string, string>, as: 'connecting' | 'reconnecting'): void => {
    enter(as);
    closeConnection = openConnection({
      url: options.url,
      path: options.path,
      headers,
      login: () => ({ all_tenants: options.allTenants(), ...(seq !== undefined && { since: seq }) }),
      onAuthorised: authorised,
      onEnd: ended,
      onEvent: (event, channel) => {
        seq = Math.max(seq ?? 0, event.seq);
        options.onChange(event, channel);
      },
      onAboutToStop: () => options.onAboutToStop(),
      log,
    });
  };

  const retry = (): void => {
    try {
      open(presented(options), 'reconnecting');
    } catch (error) {
      if (!(error instanceof MissingTokenError)) throw error;
      log('the socket stays off until there is a token', error);
      enter('shutoff');
    }
  };

  open(presented(options), 'connecting');
  return {
    get state() {
      return state;
    },
    reconnect() {
      if (closed) return;
      const headers = presented(options);
      drop();
      tries = 0;
      open(headers, 'reconnecting');
    },
    close() {
      closed = true;
      drop();
      enter('shutoff');
    },
  };
}
