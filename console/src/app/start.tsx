import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { connectRequests } from './api/request.ts';
import type { Feature } from './feature.ts';
import { loadTexts, settleLanguage, startLanguages, type TextSources } from './i18n/languages.ts';
import { loadSettings } from './i18n/settings.ts';
import { followSessionLive } from './live-session.ts';
import { forbidEval } from './no-eval.ts';
import { createConsoleRouter, type ConsoleRouter } from './router/create-router.tsx';
import { FeaturesContext } from './router/features-context.ts';
import { followSession } from './router/follow-session.ts';
import { renewAccess, restoreSession, resumeSession } from './session/renew.ts';
import { endSession } from './session/sign-in.ts';
import { sessionStore } from './session/state.ts';
import { followOtherTabs } from './session/other-tabs.ts';
import { startTheme } from './theme/theme.ts';

/**
 * Starts the console. Session, settings, texts, page chunk and page data are under way at the same time; the first page shows when the
 * language is settled and its address resolved.
 */
export async function startConsole(root: HTMLElement, features: readonly Feature[], texts: TextSources): Promise<void> {
  forbidEval();
  startTheme();
  const queryClient = createQueryClient();
  const router = createConsoleRouter(features, queryClient);
  connectRequests({
    credentials: () => {
      const { token, scopedToken } = sessionStore.get();
      return { session: token ?? undefined, scoped: scopedToken ?? undefined };
    },
    checkAccess: renewAccess,
    signOut: () => endSession('shell:session.ended'),
    reconfiguring: () => showUnavailable(router),
  });
  restoreSession();
  followSession(router, queryClient);
  followOtherTabs();
  void resumeSession();
  followSessionLive(queryClient);

  const nouns = Object.fromEntries(features.map(({ noun, texts: files }) => [noun, files]));
  const settings = loadSettings();
  await startLanguages({ ...nouns, ...texts });
  await Promise.all([settings.then(settleLanguage), loadTexts('shell'), router.load()]);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <FeaturesContext value={features}>
          <RouterProvider router={router} />
        </FeaturesContext>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** While the platform is reconfigured (S0 §2). That page watches for the end by itself and must not call itself (decision B15). */
function showUnavailable(router: ConsoleRouter): void {
  const { pathname, href } = router.state.location;
  if (pathname !== '/service-unavailable') void router.navigate({ to: '/service-unavailable', state: { from: href } });
}
