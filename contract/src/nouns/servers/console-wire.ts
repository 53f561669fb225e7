/**
 * What goes over the WebSocket of a server's console (S2 §7, decision D17). The first frame of a page is its ticket, the first of the
 * server says what will be shown. From then on binary frames carry the screen (RFB, RFC 6143), text frames the messages below. Without
 * schemas: the page that uses it is small.
 */

/** Where the WebSocket is, below the root of the API. */
export const CONSOLE_STREAM_PATH = '/api/v2/compute/console/stream';

/** What the server is doing, as far as a console needs to know. */
export interface ConsoleState {
  status: string;
  task_state: string | null;
}

/**
 * Text frames of the server. `hello` comes first and once. `vnc`: RFB in binary frames. `log`: the server has no screen; its console log
 * comes as `log`, where `from` is the place in the whole text from which on it is replaced.
 */
export type ConsoleMessage =
  | { type: 'hello'; kind: 'vnc' | 'log'; server: ConsoleState & { id: string; name: string } }
  | ({ type: 'state' } & ConsoleState)
  | { type: 'log'; from: number; text: string };

/** Why the server closes a WebSocket: its close code. */
export const CONSOLE_ENDS = {
  /** The server stops. */
  stopping: 1001,
  /** The ticket is unknown, used or too old. */
  ticket: 4401,
  /** Session or right have ended. */
  right: 4403,
  /** The server is gone, or not visible any more. */
  gone: 4404,
  /** The page does not read or answer. */
  silent: 4408,
  /** The session has too many open consoles. */
  many: 4429,
  /** The screen has closed, or cannot be reached. */
  screen: 4502,
  /** Nobody can say now whether the console may be shown, because a part of the house does not answer. */
  unavailable: 4503,
} as const;
export type ConsoleEnd = keyof typeof CONSOLE_ENDS;
