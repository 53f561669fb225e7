/** What nobody has seen yet: dots of the menu, the number at the bell, room for pop-ups, and why one was signed out. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SIGNED_OUT, sessionStore } from '../../src/app/session/state.ts';
import { signOut } from '../../src/app/session/sign-in.ts';
import { settingsStore } from '../../src/app/i18n/settings.ts';
import { centreStore, startCentre } from '../../src/app/notify/centre.ts';
import { entryOf } from '../../src/app/notify/centre-entries.ts';
import { notify } from '../../src/app/notify/notices.ts';
import { keepRoom } from '../../src/app/notify/room.ts';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { menuStore } from '../../src/app/shell/menu-state.ts';
import { SideMenu } from '../../src/app/shell/side-menu.tsx';
import { features } from '../../src/features/index.ts';
import { HeaderPart } from '../../src/features/notifications/companion.tsx';
import { Page as LoginPage } from '../../src/features/session/login-page.tsx';
import { useFailuresSeen } from '../../src/features/tasks/unseen.ts';
import { aTask, openPage } from '../support/console-page.tsx';
import { acting, pageText, renderPage, settle } from '../support/render.tsx';
import { fakeServer } from './fake-server.ts';
import { freshTab } from './session/harness.ts';
import { answers, person } from './session/people.ts';

const nothing = () => ({ body: { data: [], elsewhere: [], status: 'active' } });
const inFeatures = (Page: () => React.ReactNode) => () => (
  <FeaturesContext value={features}>
    <Page />
  </FeaturesContext>
);
/** An entry of the centre. */
const entry = (type: 'error' | 'success', id: string) => entryOf({ type, id, title: id, version: 1 }, '2026-11-20T10:00:00Z');
const keep = (...items: ReturnType<typeof entry>[]) => acting(() => centreStore.set({ items }));

beforeEach(() => {
  localStorage.clear();
  innerWidth = 1024;
  menuStore.set({ isExpanded: true, isDrawerOpen: false });
});

describe('the dot beside Tasks', () => {
  const tasks = () => [...document.querySelectorAll('nav a')].find((link) => link.getAttribute('href')?.endsWith('/tasks'))?.textContent;

  it('the entry Tasks of the menu says that tasks have failed unseen, and looking at the tasks marks them as seen', async () => {
    startCentre();
    const Page = () => {
      useFailuresSeen();
      return null;
    };
    await openPage(inFeatures(SideMenu), nothing);
    await acting(() => void notify({ type: 'error', id: 'of no task', title: 'of no task' }));
    expect(tasks()).toBe('Tasks');
    const task = { ...aTask({ state: 'failed' }), total: 1, failed: 1 };
    await acting(() => void notify({ type: 'error', id: 'of a task', title: 'of a task', task }));
    await vi.waitFor(() => expect(tasks()).toBe('TasksNew failed tasks'), 5000);
    await renderPage(Page);
    expect(centreStore.get().items.map(({ title, isSeen }) => [title, isSeen])).toEqual([
      ['of a task', true],
      ['of no task', false],
    ]);
  });
});

describe('the dot beside Overview', () => {
  const administration = document.createElement('meta');
  Object.assign(administration, { name: 'gantry:side', content: 'administration' });
  afterEach(() => administration.remove());
  const overview = () => [...document.querySelectorAll('nav a')].find((link) => link.getAttribute('href') === '/monitoring')?.textContent;
  const engine = (id: string, reachable: boolean, problem: 'silent' | 'missing' | null = null) => ({
    id,
    type: 'openstack',
    mirrors: true,
    reachable,
    as_of: null,
    down_since: null,
    services: [{ name: 'image', problem, down_since: null, answered_at: null }],
    doubts: [],
  });

  it.each([
    ['does not answer', engine('two', false), 'OverviewAn engine does not respond'],
    ['has a service that does not answer', engine('two', true, 'silent'), 'OverviewAn engine does not respond'],
    ['lacks a service that it does without', engine('two', true, 'missing'), 'Overview'],
  ])('the entry Overview of the administration says so where one of its engines %s', async (_, other, text) => {
    document.head.append(administration);
    const { token: _token, scoped_token: _scoped, ...currentUser } = person('system_admin');
    const { asked } = await openPage(
      inFeatures(SideMenu),
      ({ path }) => (path.endsWith('/engines') ? { body: { data: [engine('one', true), other] } } : nothing()),
      '/monitoring',
      '/monitoring',
      { currentUser, currentProject: null },
    );
    await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith('/engines'))).toBe(true), 5000);
    await settle(20);
    await vi.waitFor(() => expect(overview()).toBe(text), 5000);
  });
});

describe('the number at the bell', () => {
  it('the number at the bell is red and speaks of failures only while one of them is unseen', async () => {
    startCentre();
    await openPage(inFeatures(HeaderPart), nothing);
    const bell = () => document.querySelector('.gantry-bell')!;
    const isRed = () => document.querySelector('.gantry-bell-count')?.classList.contains('is-failure');
    await keep(entry('success', 'one'), entry('success', 'two'));
    expect([bell().getAttribute('aria-label'), isRed()]).toEqual(['Notifications: 2 new', false]);
    await keep(entry('success', 'one'), entry('error', 'two'));
    expect([bell().getAttribute('aria-label'), isRed()]).toEqual(['Notifications: 2 new, including errors', true]);
    await keep(entry('success', 'one'), { ...entry('error', 'two'), isSeen: true });
    expect([bell().getAttribute('aria-label'), isRed()]).toEqual(['Notifications: 1 new', false]);
  });
});

describe('room below the page', () => {
  /** Sizes that jsdom does not lay out. */
  const sized = (element: HTMLElement, sizes: Partial<Record<'scrollHeight' | 'clientHeight', number>>) => {
    for (const [name, value] of Object.entries(sizes)) Object.defineProperty(element, name, { value, configurable: true });
  };
  let grown: () => void;
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it('the room below the page is as large as the pop-ups, keeps the end of the page in sight, and goes with them', () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(measure: () => void) {
          grown = measure;
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    innerHeight = 900;
    const main = document.body.appendChild(document.createElement('main'));
    main.id = 'main';
    sized(main, { scrollHeight: 1200, clientHeight: 800 });
    const stack = document.body.appendChild(document.createElement('ul'));
    let height = 100;
    stack.getBoundingClientRect = () => ({ height, bottom: 884 }) as DOMRect;
    const room = () => document.documentElement.style.getPropertyValue('--gantry-notices-room');
    main.scrollTop = 0;
    const end = keepRoom(stack);
    expect([room(), main.scrollTop]).toEqual(['132px', 0]);
    main.scrollTop = 400;
    height = 250;
    grown();
    expect([room(), main.scrollTop]).toEqual(['282px', 1200]);
    // A page that fits the window has its end in sight, and has not been scrolled.
    sized(main, { scrollHeight: 800 });
    main.scrollTop = 0;
    grown();
    expect(main.scrollTop).toBe(0);
    end();
    expect(room()).toBe('');
  });
});

describe('the sign-in page', () => {
  beforeEach(freshTab);
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['shell:session.idle', 'You were signed out after 20 min of inactivity.'],
    ['shell:session.ended', 'by a password change or by a new sign-in beyond the maximum of 50 sessions.'],
    ['shell:session.password', 'Your password was changed. Sign in with the new password.'],
  ] as const)('the sign-in page says why the session ended: %s', async (reason, text) => {
    fakeServer(answers());
    settingsStore.set({ idleMinutes: 20 });
    await signOut(reason);
    await renderPage(() => <LoginPage />, '/login', '/login');
    expect(pageText()).toContain(text);
  });

  it('the sign-in page says to a disabled user that the account is disabled, also after the sign-out', async () => {
    fakeServer(answers());
    sessionStore.set({ ...SIGNED_OUT, token: 't', accessDisabled: 'user' });
    await signOut();
    await renderPage(() => <LoginPage />, '/login', '/login');
    expect(pageText()).toContain('Your account is disabled.');
  });
});
