import type { Server, Socket } from 'socket.io';
import type { ABOUT_TO_STOP, ChangeEvent, LoginAnswer, SESSION_ENDED } from '@gantry/contract/wire/events';
import type { Channel } from '@gantry/contract/wire/kind';
import type { Caller } from '../access/caller.ts';
import type { View } from './views.ts';

interface FromClient {
  login(message: unknown, answer: unknown): void;
}

type ToClient = Record<Channel, (event: ChangeEvent) => void> & Record<typeof ABOUT_TO_STOP | typeof SESSION_ENDED, () => void>;

/** What a socket carries once it has logged in. */
interface Attached {
  caller?: Caller;
  view?: View;
}

export type LiveServer = Server<FromClient, ToClient, Record<string, never>, Attached>;
export type LiveSocket = Socket<FromClient, ToClient, Record<string, never>, Attached>;

export type Answer = (answer: LoginAnswer) => void;
