/**
 * The first requests leave with the first script, while the rest of the console is still on its way: settings, session, rights, and what the
 * opened page begins with, which the server has named in the document. The request layer takes each answer when it comes to the same request.
 */
import type { Call, CallInput } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { ListSpec } from '../../ui/list/list-state.ts';
import { listInputOf, readListState } from '../../ui/list/list-state.ts';
import type { ApiCall } from '../api/calls.ts';
import type { CallData } from '../api/call-table.ts';
import { api } from '../api/first-calls.ts';
import { fetchTimed } from '../api/fetch-timed.ts';
import { headersOf, urlOf, type RequestCredentials } from '../api/wire.ts';
import { parseSearch } from '../router/search.ts';
import { scopeKey } from '../scope.ts';
import { readLastRights } from '../session/last-rights.ts';
import { scopeOf } from '../session/scope-of.ts';
import { readSession, type SavedSession } from '../session/storage.ts';

/** How the server names what a page begins with: the call, its path filled in, and of a list what the address may say of it. */
const FIRST_READ = 'gantry:first-read';
interface FirstRead {
  call: Pick<CallData, 'path' | 'subject'>;
  spec?: ListSpec;
}

/** Milliseconds after which an answer that nobody has taken counts as old. */
const LIFETIME = 10_000;

interface Ahead {
  answer: Promise<Response>;
  controller: AbortController;
}
const sent = new Map<string, Ahead>();

/** What makes two requests the same: also where the scope has got a new token meanwhile, which another scope has not (`forgetAhead`). */
const keyOf = (url: string, method: string | undefined, headers: Readonly<Record<string, string>>): string =>
  JSON.stringify([method, url, headers[SESSION_HEADER], AUTH_TOKEN_HEADER in headers]);

function send<C extends Call>(call: ApiCall<C>, credentials: RequestCredentials, input: CallInput<C> = {}): void {
  const controller = new AbortController();
  const init = { method: call.method, headers: headersOf(credentials) };
  const url = urlOf(call, input);
  const answer = fetchTimed(url, { ...init, signal: controller.signal });
  // Whoever takes it is told; what nobody takes has not failed for anybody.
  answer.catch(() => undefined);
  sent.set(keyOf(url, init.method, init.headers), { answer, controller });
}

/** The answer to a request that has been sent ahead, once; undefined where there is none. */
export function takeAhead(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> | undefined {
  const key = keyOf(url, init.method, init.headers);
  const ahead = sent.get(key);
  if (!ahead || init.body !== undefined) return undefined;
  sent.delete(key);
  const stop = () => ahead.controller.abort();
  if (init.signal?.aborted) stop();
  init.signal?.addEventListener('abort', stop, { once: true });
  return ahead.answer;
}

/** In another scope nothing counts that was sent ahead. */
export const forgetAhead = (): void => sent.clear();

/** Sends what every page needs, and for who is signed in what this one begins with. */
export function sendAhead(): void {
  const saved = readSession();
  const session = { session: saved?.token, scoped: saved?.scopedToken ?? undefined };
  send(api.platform.config, session);
  send(api.platform.locales, session);
  if (saved) sendOfSession(saved, session);
  setTimeout(forgetAhead, LIFETIME);
}

function sendOfSession(saved: SavedSession, session: RequestCredentials): void {
  const { currentProject, scopedToken } = saved;
  if (scopedToken !== null) {
    send(api.session.meta, session);
    return sendFirstRead(saved, session);
  }
  // Nothing can be read before there is a token; what else the startup asks for follows the page.
  const unscoped = { ...session, scoped: undefined };
  if (currentProject) send(api.session.enterProject, unscoped, { params: { projectId: currentProject.id } });
  send(api.session.whoami, unscoped);
  send(api.session.projects, unscoped);
}

/** What the page begins with: where the rights last read grant it (decision A18), and the address does not lead into another project. */
function sendFirstRead({ user, token, currentProject }: SavedSession, session: RequestCredentials): void {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${FIRST_READ}"]`)?.content;
  const search = parseSearch(location.search);
  if (named === undefined || 'project_id' in search) return;
  const { call, spec } = JSON.parse(named) as FirstRead;
  const scope = scopeKey(scopeOf({ currentUser: user, currentProject }));
  if (!readLastRights(token, scope)?.includes(call.subject)) return;
  send({ ...call, id: 'first', method: 'GET' }, session, spec ? listInputOf(readListState(search, spec), spec) : {});
}
