import { CONSOLE_ENDS, type ConsoleEnd, type ConsoleMessage } from '@gantry/contract/nouns/servers/console-wire';
import { ScreenChannel } from './channel.ts';

/** What a ticket is brought to, and the ticket. */
export interface Ticket {
  /** Address of the WebSocket. */
  url: string;
  token: string;
}

/** Why a connection has ended: the server's reason, or `lost`, where it gave none. */
export type ConnectionEnd = ConsoleEnd | 'lost';

export interface ConnectionEvents {
  /** Binary frames of the screen go through the channel, from the first message on. */
  onMessage(message: ConsoleMessage, channel: ScreenChannel): void;
  onEnd(end: ConnectionEnd): void;
}

export interface Connection {
  close(): void;
}

export type Connect = (ticket: Ticket, events: ConnectionEvents) => Connection;

const ENDS = new Map(Object.entries(CONSOLE_ENDS).map(([end, code]) => [code as number, end as ConsoleEnd]));

/** Opens a console with a ticket. `onEnd` is called once, unless the connection was closed from here. */
export const connect: Connect = ({ url, token }, { onMessage, onEnd }) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const channel = new ScreenChannel(socket);
  let closed = false;
  socket.onopen = () => socket.send(JSON.stringify({ ticket: token }));
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (closed) return;
    if (typeof data === 'string') onMessage(JSON.parse(data) as ConsoleMessage, channel);
    else channel.take(data);
  };
  socket.onclose = (event) => {
    channel.onclose?.(event);
    if (!closed) onEnd(ENDS.get(event.code) ?? 'lost');
    closed = true;
  };
  return {
    close() {
      closed = true;
      socket.close();
    },
  };
};
