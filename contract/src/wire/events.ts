import type { Channel } from './kind.ts';

export type { LoginMessage } from './login-message.ts';

/** Acknowledgement of `login`. `resync`: the log no longer reaches back to `since`, read everything again. */
export interface LoginAnswer {
  code: 200 | 400 | 401 | 403 | 500 | 503;
  seq?: number;
  resync?: boolean;
}

export type Operation = 'created' | 'updated' | 'deleted' | 'failed';

/** One change of one resource; never the resource itself (architecture rule 17). */
export interface Change {
  seq: number;
  /** Kind name: `server`, `task`. */
  entity: string;
  operation: Operation;
  id: string;
  revision: number;
  status?: string | undefined;
  /** For a failure: what failed and why. */
  error?: { code: string; name: string; params?: Record<string, string | number>; detail?: string } | undefined;
}

/** Body of an event; its name is the channel. `seq`: everything up to it has been sent to this client. */
export interface ChangeEvent {
  seq: number;
  changes: Change[];
}

/**
 * Kind name of a change that is not in the log: on the channel `services`, an engine's health has changed (`status` up or down) and with
 * it the freshness of what lists show. Also told to who logs in while an engine is down.
 */
export const ENGINE_ENTITY = 'engine';

/** Sent before an orderly stop (S0 §4). */
export const ABOUT_TO_STOP = 'about_to_stop';
/** Sent when the session or the scope's right behind a socket has ended; the server then disconnects. */
export const SESSION_ENDED = 'session_ended';

export const CHANNELS: readonly Channel[] = ['tasks', 'services', 'compute', 'domain', 'alerts', 'abgw'];
