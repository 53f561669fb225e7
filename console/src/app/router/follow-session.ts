import type { QueryClient } from '@tanstack/react-query';
import { scopeKey } from '../scope.ts';
import { LOGIN_PATH } from '../session/redirect-url.ts';
import { scopeOf } from '../session/scope-of.ts';
import { sessionStore } from '../session/state.ts';
import type { ConsoleRouter } from './create-router.tsx';
import { loginTarget } from './login-target.ts';
import { pathOf } from './names.ts';

const isPublic = (router: ConsoleRouter): boolean =>
  router.state.matches.every(({ routeId }) => !routeId.startsWith('/secure')) && router.state.matches.length > 0;

/** Moves the browser as the session changes (S0 §4), and drops what another scope has left in the query cache (rule 18). Returns an end to it. */
export function followSession(router: ConsoleRouter, queryClient: QueryClient): () => void {
  let before = sessionStore.get();
  return sessionStore.subscribe(() => {
    const [was, now] = [before, sessionStore.get()];
    before = now;
    const scope = scopeKey(scopeOf(now));
    if (scope !== scopeKey(scopeOf(was))) {
      const isForeign = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== scope };
      void queryClient.cancelQueries(isForeign);
      queryClient.removeQueries(isForeign);
    }
    if (was.currentUser !== null && now.currentUser === null) leave(router);
    if (was.accessDisabled === false && now.accessDisabled !== false && !isAtLogin(router))
      void router.navigate({ to: pathOf('errorAccessDisabled') });
    if (was.accessDisabled !== false && now.accessDisabled === false && now.currentUser !== null) void router.navigate({ to: '/' });
  });
}

const isAtLogin = (router: ConsoleRouter): boolean => /^\/login(\/|$)/.test(router.state.location.pathname);

/** The current user has become empty: to the login page, with the way back. */
function leave(router: ConsoleRouter): void {
  if (isAtLogin(router)) return;
  const { href, search } = router.state.location;
  const target = loginTarget(isPublic(router) ? LOGIN_PATH : href, (search as Record<string, unknown>)['redirectUrl']);
  void router.navigate(target);
}
