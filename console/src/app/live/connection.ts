import { io, type Socket } from 'socket.io-client';
import {
  ABOUT_TO_STOP,
  CHANNELS,
  SESSION_ENDED,
  type ChangeEvent,
  type LoginAnswer,
  type LoginMessage,
} from '@gantry/contract/wire/events';
import type { Channel } from '@gantry/contract/wire/kind';
import { CONNECT_LIMIT, LOGIN_INTERVAL, LOGIN_TRIES, UPGRADE_LIMIT } from './delays.ts';

/** Why a connection has ended, other than by us. */
export type Ending = 'lost' | 'refused' | 'server_error' | 'tries_used_up';

interface ConnectionOptions {
  url: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  login(): LoginMessage;
  onAuthorised(answer: LoginAnswer): void;
  /** Called once; nothing is called after it. `refused`: the session or right has ended. */
  onEnd(why: Ending): void;
  onEvent(event: ChangeEvent, channel: Channel): void;
  onAboutToStop(): void;
  log(message: string, detail: unknown): void;
}

/** The channel of an event's name; `task` is another spelling of `tasks` (decision C3). */
const channelOf = (name: string): Channel | undefined => CHANNELS.find((channel) => channel === (name === 'task' ? 'tasks' : name));

const isChangeEvent = (body: unknown): body is ChangeEvent =>
  typeof body === 'object' &&
  body !== null &&
  'seq' in body &&
  Number.isSafeInteger(body.seq) &&
  'changes' in body &&
  Array.isArray(body.changes);

const isLoginAnswer = (answer: unknown): answer is LoginAnswer =>
  typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'number';

/**
 * One connection: polling first, so that a browser can send the headers, then upgraded (decision C2); logs in until authorised, three
 * times at most. It never connects again by itself. Returns the way to close it, after which nothing is called any more.
 *
 * The login waits for the upgrade, or for its failure: by polling it would take two requests more.
 */
export function openConnection(options: ConnectionOptions): () => void {
  const { url, path, headers, log } = options;
  const socket: Socket = io(url, {
    path,
    addTrailingSlash: false,
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_LIMIT,
    transports: ['polling', 'websocket'],
    transportOptions: { polling: { extraHeaders: headers } },
    auth: headers,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let authorised = false;
  let upgradeSettled = false;
  let begun = false;

  const close = (): void => {
    clearTimeout(timer);
    socket.off();
    socket.offAny();
    socket.disconnect();
  };
  const end = (why: Ending): void => {
    close();
    options.onEnd(why);
  };
  const judge = (answer: unknown): void => {
    if (authorised || !socket.connected) return;
    if (!isLoginAnswer(answer)) return log('the socket login was answered with something unknown', answer);
    if (answer.code === 401) end('refused');
    else if (answer.code >= 500) end('server_error');
    else if (answer.code === 200) {
      authorised = true;
      clearTimeout(timer);
      options.onAuthorised(answer);
    }
  };
  const tryLogin = (left: number): void => {
    if (left === 0) return end('tries_used_up');
    socket.emit('login', options.login(), judge);
    timer = setTimeout(() => tryLogin(left - 1), LOGIN_INTERVAL);
  };

  const begin = (): void => {
    if (begun || !socket.connected) return;
    begun = true;
    clearTimeout(timer);
    tryLogin(LOGIN_TRIES);
  };
  const settleUpgrade = (): void => {
    upgradeSettled = true;
    begin();
  };

  socket.io.engine.once('upgrade', settleUpgrade);
  socket.io.engine.once('upgradeError', settleUpgrade);
  socket.on('connect', () => {
    timer = setTimeout(begin, UPGRADE_LIMIT);
    if (upgradeSettled) begin();
  });
  socket.on('connect_error', () => end('lost'));
  socket.on('disconnect', () => end('lost'));
  socket.onAny((name: string, body: unknown) => {
    if (name === ABOUT_TO_STOP) return options.onAboutToStop();
    if (name === SESSION_ENDED) return end('refused');
    const channel = channelOf(name);
    if (!channel || !isChangeEvent(body)) return log(`unknown socket event ${name}`, body);
    if (authorised) options.onEvent(body, channel);
  });
  return close;
}
