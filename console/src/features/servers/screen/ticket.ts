import { CONSOLE_STREAM_PATH } from '@gantry/contract/nouns/servers/console-wire';
import { consolePlace, streamUrl } from '@gantry/contract/nouns/servers/console-url';
import { api } from '../../../app/api/calls.ts';
import { callApi } from '../../../app/api/request.ts';
import { underBase } from '../../../app/base.ts';
import { sessionStore } from '../../../app/session/state.ts';
import type { Ticket } from './connection.ts';

/** The WebSocket of an address below the root of the API, on the host that this page came from (S0 §3). */
export function socketUrl(path: string, page: string = location.href): string {
  const place = consolePlace(new URL(underBase(path as `/${string}`), page).href);
  if (!place) throw new TypeError(`${path} is no address of a console`);
  return streamUrl(place);
}

/** The ticket in a page's address, `…/console#<ticket>`: in the fragment, which no server and no log gets (decision D17). */
export function givenTicket(hash: string): Ticket | undefined {
  const token = hash.slice(1);
  return /^[\w-]{43}$/.test(token) ? { url: socketUrl(CONSOLE_STREAM_PATH), token } : undefined;
}

export const isSignedIn = (): boolean => sessionStore.get().token !== null;

/** Asks for a ticket; undefined while nobody is signed in. */
export function askTicket(serverId: string): Promise<Ticket> | undefined {
  if (!isSignedIn()) return undefined;
  return callApi(api.servers.console, { params: { serverId } }, { fresh: true }).then(({ url, token }) => ({ url: socketUrl(url), token }));
}
