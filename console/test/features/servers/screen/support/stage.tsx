import type { ConsoleState } from '@gantry/contract/nouns/servers/console-wire';
import { expect, vi } from 'vitest';
import { Page } from '../../../../../src/features/servers/screen/page.tsx';
import { SCREEN } from '../../../../../src/features/servers/paths.ts';
import { aServer, aTask, openPage, type Asked } from '../../../../support/console-page.tsx';
import { acting, click, find, settle } from '../../../../support/render.tsx';
import { TestScreen, TestSocket } from './guest.ts';

const SERVER = '/api/v2/compute/servers/server-1';
const TICKET = `${SERVER}/console`;
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };
const PATIENCE = { timeout: 20_000 };

/** The console page of a server, opened by one of its project: it asks for tickets, which are numbered. */
export async function openConsole(state: ConsoleState = { status: 'ACTIVE', task_state: null }) {
  vi.stubGlobal('WebSocket', TestSocket);
  let tickets = 0;
  const { asked, router } = await openPage(
    Page,
    ({ method, path }) => {
      if (path === TICKET) return { body: { url: '/api/v2/compute/console/stream', token: `${(tickets += 1)}`.padStart(43, 'x') } };
      if (path === SERVER) return method === 'GET' ? { body: aServer(state) } : ACCEPTED;
      if (path.startsWith('/api/v2/tasks')) return { body: { data: [], count: 0, ...aTask() } };
      return ACCEPTED;
    },
    '/compute/servers/instances/server-1/console',
    SCREEN,
  );
  /** The socket of the n-th try. */
  const socket = (index: number): Promise<TestSocket> =>
    vi.waitFor(() => {
      const found = TestSocket.opened[index];
      if (!found) throw new Error(`no socket ${index}`);
      return found;
    }, PATIENCE);
  return {
    socket,
    leave: () => acting(() => router.navigate({ to: '/other' })),
    /** What the page has commanded so far. */
    commands: (): Asked[] => asked.filter(({ method }) => method !== 'GET'),
    /** The other side takes the n-th try and shows its screen. */
    async show(index = 0): Promise<{ socket: TestSocket; screen: TestScreen }> {
      const other = await socket(index);
      await other.accept();
      await other.say({ type: 'hello', kind: 'vnc', server: { id: 'server-1', name: 'web-1', ...state } });
      const screen = await vi.waitFor(() => {
        const found = TestScreen.opened[index];
        if (!found) throw new Error(`no screen ${index}`);
        return found;
      }, PATIENCE);
      await settle();
      return { socket: other, screen };
    },
  };
}

/** Clicks as a mouse does in a browser: what is clicked has the focus. */
export async function press(element: HTMLElement): Promise<void> {
  await acting(() => element.focus());
  await click(element);
}

/** Opens a menu of the bar and takes one of its entries. */
export async function pick(menu: string, entry: string): Promise<void> {
  await press(find('button', menu));
  await settle(20);
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === entry);
  if (!item) throw new Error(`no ${entry} in ${menu}`);
  await press(item);
  await settle(20);
}

/** Takes an option of a field with that label. */
export async function choose(label: string, option: string): Promise<void> {
  const select = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === label);
  const value = [...(select?.options ?? [])].find(({ text }) => text === option)?.value;
  if (!select || value === undefined) throw new Error(`no ${option} in ${label}`);
  await acting(() => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Waits until the page has come to something. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, PATIENCE);

/** Waits until these keys, and no others, have been sent. */
export const expectKeys = (screen: TestScreen, keys: readonly string[]): Promise<void> =>
  eventually(() => expect(screen.keys).toEqual(keys));
