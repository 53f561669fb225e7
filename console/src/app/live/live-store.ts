import type { SocketState } from './port.ts';
import { createStore } from '../store.ts';

/** State of the socket, for the header. `off`: nobody is signed in. */
export const liveStore = createStore<{ state: SocketState | 'off' }>({ state: 'off' });
