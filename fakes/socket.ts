/** A socket client as it comes from the library, and all it was told. */
import { io, type Socket } from 'socket.io-client';
import { ABOUT_TO_STOP, CHANNELS, SESSION_ENDED, type Change, type ChangeEvent, type LoginAnswer } from '@gantry/contract/wire/events';

/** Who has chosen a scope, as the headers of their requests say. */
interface Entered {
  headers: Readonly<Record<string, string>>;
}

export interface Listening {
  socket: Socket;
  events: { channel: string; event: ChangeEvent }[];
  /** about_to_stop, session_ended, disconnect, in the order they came. */
  signals: string[];
  /** All it was told, in the order it came. */
  changes(): Change[];
  login(message?: object): Promise<LoginAnswer>;
  close(): void;
}

/** Connects with a client's session and scope, without logging in. Never connects again by itself. */
export async function connect(url: string, { headers }: Entered, path = '/ws'): Promise<Listening> {
  const socket = io(url, { path, forceNew: true, reconnection: false, transportOptions: { polling: { extraHeaders: { ...headers } } } });
  const events: Listening['events'] = [];
  const signals: string[] = [];
  for (const channel of CHANNELS) socket.on(channel, (event: ChangeEvent) => events.push({ channel, event }));
  for (const signal of [ABOUT_TO_STOP, SESSION_ENDED, 'disconnect']) socket.on(signal, () => signals.push(signal));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return {
    socket,
    events,
    signals,
    changes: () => events.flatMap(({ event }) => event.changes),
    login: (message = {}) => socket.timeout(60_000).emitWithAck('login', { all_tenants: false, ...message }) as Promise<LoginAnswer>,
    close: () => void socket.disconnect(),
  };
}

/** Connects and logs in; `since`: the number of the last change it knows. */
export async function listen(url: string, client: Entered, { path, since }: { path?: string; since?: number } = {}): Promise<Listening> {
  const listening = await connect(url, client, path);
  const { code } = await listening.login(since === undefined ? {} : { since });
  if (code !== 200) throw new Error(`the socket's login was answered with ${code}`);
  return listening;
}
