import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, RouterProvider } from '@tanstack/react-router';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyMeta, resetAbilities } from '../../src/app/abilities/abilities.ts';
import { createQueryClient } from '../../src/app/api/queries.ts';
import type { Feature, FeatureRoute, PrefetchContext } from '../../src/app/feature.ts';
import { startLanguages } from '../../src/app/i18n/languages.ts';
import { createConsoleRouter } from '../../src/app/router/create-router.tsx';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { followSession } from '../../src/app/router/follow-session.ts';
import { pathNamed } from '../../src/app/router/names.ts';
import { useNameAbove, usePageName } from '../../src/app/router/page-name.ts';
import { keepLastRights } from '../../src/app/session/last-rights.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { settle } from '../support/render.tsx';
import { fakeServer } from './fake-server.ts';
import { freshTab } from './session/harness.ts';
import { person, project } from './session/people.ts';

const say = (text: string) => async () => ({ Page: () => <h1 data-page-heading>{text}</h1> });
const texts = Object.fromEntries(
  ['shell', 'ui', 'resource', 'nouns', 'things'].map((name) => [name, { './en.json': async () => ({ [name]: name, product: 'Gantry' }) }]),
);
const secure = (path: string, change: Partial<FeatureRoute> = {}): FeatureRoute =>
  ({ path, title: 'shell:shell', restriction: { subject: 'things' }, load: say(path), ...change }) as FeatureRoute;

function Named() {
  usePageName('web-1');
  return <h1>details</h1>;
}
/** A page below a thing that holds what was done on it, under the windows over it. */
function Part() {
  const [count, setCount] = useState(0);
  usePageName('disk-1');
  useNameAbove('/things/$thingId', 'web-9');
  return (
    <>
      <button type="button" data-count onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <Outlet />
    </>
  );
}
const PART = '/things/$thingId/part';
const prefetch = vi.fn<(context: PrefetchContext) => void>();
const chunk = { isLost: true, resolve: (): void => undefined };

const things: Feature = {
  noun: 'things',
  texts: {},
  redirects: [{ from: '/old/$thingId', to: '/things/$thingId' }],
  routes: [
    secure('/things', { title: 'things:things' as 'shell:product' }),
    secure('/things/$thingId', {
      title: ({ name, params }) => `${name ?? '…'} of ${params['thingId']}`,
      load: async () => ({ Page: Named }),
    }),
    secure(PART, { title: ({ name }) => name ?? '…', parent: '/things/$thingId', load: async () => ({ Page: Part }) }),
    secure(`${PART}/window`, { within: PART, parent: PART, title: ({ name }) => `over ${name}`, load: say('window') }),
    secure('/guarded', { restriction: { subject: 'others' } }),
    secure('/slow', {
      prefetch,
      validateSearch: ({ page }) => ({ page: Number(page) }),
      load: () => new Promise((resolve) => (chunk.resolve = () => resolve({ Page: () => <h1>late</h1> }))),
    }),
    secure('/broken', { load: () => (chunk.isLost ? Promise.reject(new TypeError('Failed to fetch')) : say('there')()) }),
    { path: '/open', title: 'shell:product', public: true, load: say('open') },
    ...['/login', '/login/$domainName', '/error403', '/error404', '/access-disabled', '/no-service'].map((path): FeatureRoute => ({
      path,
      title: 'shell:product',
      public: true,
      load: say(path),
    })),
  ],
};

let root: Root;
let stop = (): void => undefined;
let router: ReturnType<typeof createConsoleRouter>;

beforeAll(() => startLanguages(texts));
beforeEach(() => {
  freshTab();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', () => undefined);
  fakeServer(() => ({ body: { data: [] } }));
});
const close = () => {
  stop();
  act(() => root.unmount());
};
afterEach(() => {
  close();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  const queryClient = createQueryClient();
  router = createConsoleRouter([things], queryClient);
  stop = followSession(router, queryClient);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => {
    root.render(
      <QueryClientProvider client={queryClient}>
        <FeaturesContext value={[things]}>
          <RouterProvider router={router} />
        </FeaturesContext>
      </QueryClientProvider>,
    );
  });
}
const heading = () => document.querySelector('h1')?.textContent;
const becomes = (check: () => void) => act(() => vi.waitFor(check));
const signedIn = (rights: Record<string, ('GET' | 'POST')[]> = { things: ['GET'] }) => {
  sessionStore.set({ currentUser: person(), token: 's', scopedToken: 't', currentProject: project('p1'), projects: [project('p1')] });
  applyMeta({ data: rights, capabilities: [], seq: 7 });
};

describe('routes', () => {
  it('public routes show without header, menu and session check [shell.meta-public]', async () => {
    await open('/open');
    await becomes(() => expect(heading()).toBe('open'));
    expect(location.pathname).toBe('/open');
    expect(document.querySelector('header, nav')).toBeNull();
  });

  it('secure routes have header and menu, and lead to the login page who is not signed in', async () => {
    signedIn();
    await open('/things');
    await becomes(() => expect(heading()).toBe('/things'));
    expect(document.querySelectorAll('header, nav[aria-label]').length).toBeGreaterThan(1);
    close();
    freshTab();
    await open('/things?x=1');
    await becomes(() => expect(heading()).toBe('/login'));
    expect(location.search).toBe('?redirectUrl=%2Fthings%3Fx%3D1');
  });

  it('routes set the title of the tab from a text and from a function [shell.meta-title]', async () => {
    signedIn();
    await open('/things');
    await becomes(() => expect(document.title).toBe('things - Gantry'));
    await act(() => router.navigate({ to: '/things/t7' }));
    await becomes(() => expect(document.title).toBe('web-1 of t7 - Gantry'));
  });

  it('a window over a page leaves it as it is, and breadcrumbs name each page above by its own name', async () => {
    signedIn();
    await open('/things');
    await becomes(() => expect(heading()).toBe('/things'));
    await act(() => router.navigate({ to: '/things/t7/part' }));
    const counter = () => document.querySelector<HTMLElement>('[data-count]');
    await becomes(() => expect(counter()?.textContent).toBe('0'));
    await act(async () => counter()!.click());
    await act(() => router.navigate({ to: '/things/t7/part/window' }));
    await becomes(() => expect(heading()).toBe('window'));
    expect(counter()?.textContent).toBe('1');
    const crumbs = [...document.querySelectorAll('.gantry-breadcrumb li')].map(({ textContent }) => textContent);
    expect(crumbs).toEqual(['web-9 of t7', 'disk-1', 'over disk-1']);
    await act(() => router.navigate({ to: '/things/t7/part' }));
    await becomes(() => expect(heading()).toBeUndefined());
    expect(counter()?.textContent).toBe('1');
  });

  it('an old address leads on to the new one with what it names, and leaves no trace in the history', async () => {
    signedIn();
    await open('/things');
    const { length } = history;
    await act(() => router.navigate({ to: '/old/t7', replace: true }));
    await becomes(() => expect(document.title).toBe('web-1 of t7 - Gantry'));
    expect(location.pathname).toBe('/things/t7');
    expect(history).toHaveLength(length);
  });

  it.each(['/', '/things'])('a route enters the project that the address names, and drops it from the address: %s', async (path) => {
    fakeServer(({ url }) =>
      url.endsWith('/auth') ? { body: { token: 'of-p2' } } : { body: { data: { things: ['GET'] }, capabilities: [], seq: 8 } },
    );
    signedIn();
    sessionStore.set({ projects: [project('p1'), project('p2')] });
    await open(`${path}?project_id=p2`);
    await becomes(() => expect(sessionStore.get()).toMatchObject({ currentProject: { id: 'p2' }, isSwitchingScope: false }));
    await becomes(() => expect(location.search).toBe(''));
  });

  it('the login page keeps the project that the start page was asked for', async () => {
    await open('/?project_id=p2');
    await becomes(() => expect(heading()).toBe('/login'));
    expect(new URLSearchParams(location.search).get('redirectUrl')).toBe('/?project_id=p2');
  });

  it('a route waits for the rights, and leads to /error403 where they are missing', async () => {
    signedIn({ things: ['GET'] });
    resetAbilities();
    await open('/guarded');
    await becomes(() => expect(document.querySelector('[role="progressbar"]')).not.toBeNull());
    expect(location.pathname).toBe('/guarded');
    act(() => applyMeta({ data: { things: ['GET'] }, capabilities: [], seq: 7 }));
    await becomes(() => expect(location.pathname).toBe('/error403'));
    expect(router.state.location.state.denied).toBe('/guarded');
  });

  it('a route starts to load its data while its page is still on its way', async () => {
    signedIn();
    await open('/slow?page=3');
    await becomes(() => expect(prefetch).toHaveBeenCalled());
    expect(prefetch.mock.lastCall?.[0]).toMatchObject({ scope: 'project:p1', search: { page: 3 } });
    expect(heading()).not.toBe('late');
    act(chunk.resolve);
    await becomes(() => expect(heading()).toBe('late'));
  });

  it.each([
    [['things'], 'grant it', 1],
    [['others'], 'do not grant it', 0],
  ])('a route asks for its data before the rights where the last ones (%j) %s', async (reads, _, times) => {
    signedIn();
    resetAbilities();
    prefetch.mockClear();
    const { token } = sessionStore.get();
    keepLastRights({ token: token ?? '', scope: 'project:p1', reads });
    await open('/slow');
    await becomes(() => expect(router.state.status).toBe('pending'));
    await settle();
    expect(prefetch).toHaveBeenCalledTimes(times);
    act(chunk.resolve);
  });

  it('a route says so when its chunk does not arrive, keeps the shell, and tries again on the next visit', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    signedIn();
    await open('/broken');
    await becomes(() => expect(document.querySelector('main [role="alert"]')).not.toBeNull());
    expect(document.querySelector('header')).not.toBeNull();
    chunk.isLost = false;
    await act(() => router.navigate({ to: '/things' }));
    await act(() => router.navigate({ to: '/broken' }));
    await becomes(() => expect(heading()).toBe('there'));
  });

  it('an unknown address shows the 404 page', async () => {
    await open('/no/such/page');
    await becomes(() => expect(heading()).toBe('/error404'));
  });
});

describe('as the session changes', () => {
  it('a user with disabled access is led from any page to the page that says so, which needs no sign-in [route.access-disabled]', async () => {
    signedIn();
    sessionStore.set({ accessDisabled: 'project' });
    await open('/things');
    await becomes(() => expect(heading()).toBe('/access-disabled'));
    await act(() => router.navigate({ to: '/open' }));
    await becomes(() => expect(heading()).toBe('open'));
    await act(() => router.navigate({ to: pathNamed('errorAccessDisabled')! }));
    await becomes(() => expect(location.pathname).toBe('/access-disabled'));
    expect(document.querySelector('header, nav')).toBeNull();
    close();
    freshTab();
    await open('/access-disabled');
    await becomes(() => expect(heading()).toBe('/access-disabled'));
  });

  it.each(['user', 'project'] as const)(
    'access disabled for the %s leads to its page, and back [session.access-disabled-levels]',
    async (level) => {
      signedIn();
      await open('/things');
      act(() => sessionStore.set({ accessDisabled: level }));
      await becomes(() => expect(location.pathname).toBe('/access-disabled'));
      act(() => sessionStore.set({ accessDisabled: false }));
      await becomes(() => expect(location.pathname).not.toBe('/access-disabled'));
    },
  );

  it('losing the user leads to the login page of the last domain, with the way back', async () => {
    localStorage.setItem('lastDomain', JSON.stringify({ id: 'd1', name: 'acme' }));
    signedIn();
    await open('/things?x=1');
    await becomes(() => expect(heading()).toBe('/things'));
    act(() => sessionStore.set({ currentUser: null }));
    await becomes(() => expect(heading()).toBe('/login/$domainName'));
    expect(location.pathname + location.search).toBe('/login/d1?redirectUrl=%2Fthings%3Fx%3D1');
  });
});
