import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectRequests } from './api/answer.ts';
import { createQueryClient } from './api/queries.ts';
import type { Feature } from './feature.ts';
import { addTexts, loadTexts, settleLanguage, startLanguages, type TextSources } from './i18n/languages.ts';
import { loadSettings } from './i18n/settings.ts';
import { followSessionLive } from './live/live-session.ts';
import { forbidEval } from './no-eval.ts';
import { tellUncaught } from './notify/uncaught.ts';
import { firstReads, painted, soonRead } from './after-first-paint.ts';
import { createConsoleRouter, type ConsoleRouter } from './router/create-router.tsx';
import { FeaturesContext } from './router/features-context.ts';
import { followSession } from './router/follow-session.ts';
import { renewAccess, restoreSession, resumeSession } from './session/renew.ts';
import { endSession } from './session/sign-in.ts';
import { sessionStore } from './session/state.ts';
import { createStore, useStore, type ValueStore } from './store.ts';
import { startTheme } from './theme/theme.ts';

/**
 * Starts the console. Session, settings, texts, page chunk and page data are under way at the same time; the first page shows when the
 * language is settled and its address resolved.
 */
export async function startConsole(
  root: HTMLElement,
  first: readonly Feature[],
  loadFeatures: () => Promise<readonly Feature[]>,
  texts: TextSources,
): Promise<void> {
  forbidEval();
  startTheme();
  const queryClient = createQueryClient();
  const features = createStore({ all: first });
  const loadAll = async (): Promise<readonly Feature[]> => {
    const all = await loadFeatures();
    addTexts(textsOf(all));
    features.set({ all });
    return all;
  };
  restoreSession();
  const [all] = await Promise.all([allAtOnce(loadAll), startLanguages({ ...textsOf(first), ...texts })]);
  const router = all ? createConsoleRouter(all, queryClient) : createConsoleRouter(first, queryClient, loadAll);
  // In the same turn: whoever has the router may navigate, and what is read then is read by the session.
  connectRequests({
    credentials: () => {
      const { token, scopedToken } = sessionStore.get();
      return { session: token ?? undefined, scoped: scopedToken ?? undefined };
    },
    checkAccess: renewAccess,
    signOut: () => endSession('shell:session.ended'),
    reconfiguring: () => showUnavailable(router),
  });
  followSession(router, queryClient);
  followSessionLive(queryClient, resumeSession(firstReads(queryClient)));

  await Promise.all([loadSettings().then(settleLanguage), loadTexts('shell'), router.load()]);
  await soonRead(queryClient);
  tellUncaught();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Pages router={router} features={features} />
      </QueryClientProvider>
    </StrictMode>,
  );
  // Whoever is still signing in finds the nouns there, and does not wait for them to see the page.
  await painted();
  // What fails here is tried again, and told, when one of their pages is opened.
  void router.complete().catch(() => undefined);
}

const textsOf = (features: readonly Feature[]): TextSources => Object.fromEntries(features.map(({ noun, texts }) => [noun, texts]));

/** Who is signed in gets the routes of all nouns at once; undefined for others, and where they could not be loaded. */
async function allAtOnce(loadAll: () => Promise<readonly Feature[]>): Promise<readonly Feature[] | undefined> {
  if (!sessionStore.get().currentUser) return undefined;
  // What fails here is tried again, and told, when a page of theirs is opened.
  return loadAll().catch(() => undefined);
}

/** The pages of the features that are there by now. */
function Pages({ router, features }: { router: ConsoleRouter; features: ValueStore<{ all: readonly Feature[] }> }) {
  return (
    <FeaturesContext value={useStore(features, ({ all }) => all)}>
      <RouterProvider router={router} />
    </FeaturesContext>
  );
}

/** While the platform is reconfigured (S0 §2). That page watches for the end by itself and must not call itself (decision B15). */
function showUnavailable(router: ConsoleRouter): void {
  const { pathname, href } = router.state.location;
  if (pathname !== '/service-unavailable') void router.navigate({ to: '/service-unavailable', state: { from: href } });
}
