import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, notFound, redirect, type AnyRoute } from '@tanstack/react-router';
import { abilityStore } from '../abilities/abilities.ts';
import { basePath } from '../base.ts';
import type { Feature, FeatureRoute } from '../feature.ts';
import { loadTexts } from '../i18n/languages.ts';
import { scopeKey } from '../scope.ts';
import { isDomainMode, scopeOf } from '../session/scope-of.ts';
import { sessionStore } from '../session/state.ts';
import { ChunkError, lazyPage } from './lazy-page.tsx';
import { readLastRights } from '../session/last-rights.ts';
import { loginTarget } from './login-target.ts';
import { mayOpen } from './may-open.ts';
import { pathOf } from './names.ts';
import { RouteError } from './route-error.tsx';
import { Root } from './root.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { takeProjectId } from './project-id.ts';
import { NOT_FOUND_PATH } from './use-page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the feature has declared, for title, breadcrumb and restriction. */
    page?: FeatureRoute;
  }
  interface HistoryState {
    /** Address that was refused, on the way to an error page (decision D25). */
    denied?: string;
    /** Where to go back to when the service is available again. */
    from?: string;
  }
}

/**
 * The router of all features; `more` brings those that are not there at the start (`complete`). A route is matched here, in the entry chunk; its page, its texts and its data then start together (rule 16).
 * The shell is a chunk of its own, fetched beside them.
 */
export function createConsoleRouter(features: readonly Feature[], queryClient: QueryClient, more?: () => Promise<readonly Feature[]>) {
  let completing: Promise<void> | undefined;
  const complete = async (): Promise<void> => {
    if (!more) return;
    completing ??= more().then(
      (all) => router.update({ ...router.options, routeTree: treeOf(all, queryClient) }),
      (error: unknown) => {
        completing = undefined;
        throw new ChunkError(error);
      },
    );
    await completing;
  };
  const router = createRouter({
    routeTree: treeOf(features, queryClient, more && complete),
    basepath: basePath(),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    // The old page stays until the new one is there; only a slow one shows that it loads.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 30_000,
  });
  return Object.assign(router, { complete });
}

/** The routes of these features. @param complete where there are others: any other address waits for them, and is matched once more. */
function treeOf(features: readonly Feature[], queryClient: QueryClient, complete?: () => Promise<void>) {
  const root = createRootRoute({ component: Root, notFoundComponent: notFoundPage(features) });
  const landing = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: ({ location }) => admit(location),
    component: lazyPage(async () => ({ Page: (await import('./landing.tsx')).Landing })),
  });
  const secure = createRoute({
    getParentRoute: () => root,
    id: 'secure',
    beforeLoad: ({ location }) => admit(location),
    loader: () => loadTexts('ui', 'resource', 'nouns'),
    component: lazyPage(async () => ({ Page: (await import('../shell/shell.tsx')).Shell })),
  });

  const windows = Map.groupBy(
    features.flatMap((feature) => feature.routes.map((page) => ({ feature, page }))),
    ({ page }) => page.within,
  );
  /** A page with the windows over it. */
  const routeOf = (feature: Feature, page: FeatureRoute, under?: AnyRoute): AnyRoute => {
    const route: AnyRoute = createRoute({
      getParentRoute: () => under ?? ('public' in page ? root : secure),
      path: page.path.slice(page.within?.length ?? 0),
      staticData: { page },
      ...(page.oneOf && {
        beforeLoad: ({ params }) => {
          const isOther = ([name, values]: [string, readonly string[]]) => params[name] !== undefined && !values.includes(params[name]);
          if (Object.entries(page.oneOf!).some(isOther)) throw notFound();
        },
      }),
      loaderDeps: ({ search }) => search,
      loader: async ({ params, deps }) => {
        const search = page.validateSearch?.(deps) ?? deps;
        if (mayAskAhead(page)) page.prefetch?.({ queryClient, scope: scopeKey(scopeOf(sessionStore.get())), params, search });
        await loadTexts(feature.noun, ...(feature.words ?? []));
      },
      component: lazyPage(() => page.load()),
    });
    const over = windows.get(page.path)?.map((one) => routeOf(one.feature, one.page, route));
    return over ? route.addChildren(over) : route;
  };

  const redirects = features
    .flatMap((feature) => feature.redirects ?? [])
    .map(({ from, to, inDomain = to }) =>
      createRoute({
        getParentRoute: () => secure,
        path: from,
        beforeLoad: ({ params }) => {
          throw redirect({ to: isDomainMode(sessionStore.get()) ? inDomain : to, params, state: true, replace: true });
        },
      }),
    );
  const routes = (windows.get(undefined) ?? []).map(({ feature, page }) => routeOf(feature, page));
  const isPublic = (route: AnyRoute) => route.options.staticData?.page !== undefined && 'public' in route.options.staticData.page;
  if (complete) return root.addChildren([...routes.filter(isPublic), ...laterRoutes(root, complete)]);
  return root.addChildren([
    landing,
    ...routes.filter(isPublic),
    secure.addChildren([...redirects, ...routes.filter((route) => !isPublic(route))]),
  ]);
}

/** Whether the data of a page may be asked for beside the rights: as these are now, or else as they were last read (decision A18). */
function mayAskAhead(page: FeatureRoute): boolean {
  const { ability, isLoaded } = abilityStore.get();
  if ('public' in page || 'own' in page || isLoaded) return mayOpen(page, ability);
  const session = sessionStore.get();
  const known = session.token === null ? undefined : readLastRights(session.token, scopeKey(scopeOf(session)));
  return known?.includes(page.restriction.subject) === true;
}

/** Stand for all addresses that are not known yet. */
const laterRoutes = (root: AnyRoute, complete: () => Promise<void>) =>
  ['/', '/$'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: async ({ location }) => {
        // Who is not signed in needs no nouns to be told so.
        if (path === '/') admit(location);
        await complete();
        throw redirect({ href: location.href, replace: true });
      },
    }),
  );

/**
 * Sends away who is not signed in, with the way back, and who may open nothing because access is disabled; enters the project that an address
 * names, and goes on without it in the address.
 */
function admit({ href, pathname, search }: { href: string; pathname: string; search: object }): void {
  const { currentUser, accessDisabled } = sessionStore.get();
  if (currentUser === null) throw redirect({ ...loginTarget(href, undefined), replace: true });
  if (accessDisabled !== false) throw redirect({ to: pathOf('errorAccessDisabled'), replace: true });
  const rest = takeProjectId(search as Readonly<Record<string, unknown>>);
  if (rest) throw redirect({ to: pathname, search: rest, replace: true });
}

/** The page of unknown addresses is declared by a feature like any other (NOT_FOUND_PATH). */
function notFoundPage(features: readonly Feature[]) {
  const page = features
    .flatMap(({ noun, routes }) => routes.map((route) => ({ noun, route })))
    .find(({ route }) => route.path === NOT_FOUND_PATH);
  if (!page) throw new Error(`No feature declares ${NOT_FOUND_PATH}`);
  return lazyPage(async () => {
    await loadTexts(page.noun);
    return page.route.load();
  });
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;
