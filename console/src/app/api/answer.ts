import { RECONFIGURATION_HEADER } from '@gantry/contract/wire/headers';
import type { RequestCredentials } from './wire.ts';

/** What the request layer needs of the session; connected once at start, which keeps the two from importing each other. */
export interface RequestPorts {
  credentials(): RequestCredentials;
  /** After a 401: finds out whether the session still lives (decision A7). `renewed`: it does, and its tokens are good again. */
  checkAccess(): Promise<'renewed' | 'ended' | 'unknown'>;
  /** A forced request met a 401. */
  signOut(): void;
  /** An answer carried the reconfiguration header (decision B15). */
  reconfiguring(): void;
}

/** What a 401 means: `skip` hand it over, `forced` sign out, otherwise check first (S0 §8). */
export type Guard = 'skip' | 'forced' | undefined;

let ports: RequestPorts | undefined;

export function connectRequests(connected: RequestPorts): void {
  ports = connected;
}

/** Who asks, for requests that are sent in another way. */
export const requestCredentials = (): RequestCredentials => ports?.credentials() ?? { session: undefined, scoped: undefined };

/** An answer of the server, in whatever way it was asked for. */
interface Answered {
  status: number;
  /** A header's value, or nothing. */
  header(name: string): string | null | undefined;
}

/**
 * Looks at an answer for what concerns the whole console: the header of a reconfiguration, and a 401. Each way of asking passes its answers by here.
 * @param request session that the request was sent with, and what a 401 means to it.
 * @returns whether to ask once more, with the tokens of then. The server has refused the first try, so nothing is done twice.
 */
export async function heedAnswer({ status, header }: Answered, request: { session: string | undefined; guard?: Guard }): Promise<boolean> {
  if (typeof header(RECONFIGURATION_HEADER) === 'string') ports?.reconfiguring();
  if (status !== 401 || request.guard === 'skip' || !ports) return false;
  if (request.guard === 'forced') {
    ports.signOut();
    return false;
  }
  const access = await ports.checkAccess();
  return access === 'renewed' && ports.credentials().session === request.session;
}
