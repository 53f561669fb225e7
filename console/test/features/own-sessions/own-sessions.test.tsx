import type { AccountSession } from '@gantry/contract/nouns/session/entity';
import { expect, it } from 'vitest';
import { Page } from '../../../src/features/own-sessions/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle } from '../../support/render.tsx';

const session = (change: Partial<AccountSession> = {}): AccountSession => ({
  id: 'session-1',
  created_at: '2026-11-22T10:00:00.000Z',
  last_seen_at: '2026-11-22T11:00:00.000Z',
  expires_at: '2026-11-23T10:00:00.000Z',
  address: '192.0.2.7',
  browser: 'Firefox',
  is_current: false,
  ...change,
});
const own = session({ id: 'session-0', browser: 'Chromium', address: '192.0.2.5', is_current: true });

/** The page over a server that keeps these sessions, and says of one that it ends whether it was there. */
const open = (kept: AccountSession[], isThere = true) =>
  openPage(Page, ({ method, path }) => {
    if (method !== 'DELETE') return { body: { data: kept } };
    const others = path.endsWith('/others');
    kept.splice(0, kept.length, ...kept.filter(({ id, is_current: isCurrent }) => isCurrent || !(others || path.endsWith(id))));
    if (others) return { body: { count: 2 } };
    return isThere ? { status: 204 } : { status: 404, body: { code: 'not_found' } };
  });

const inDialog = (name: string): HTMLElement =>
  all('button', name).find((one) => one.closest('[role=dialog]') && one.textContent?.trim() === name)!;

it('the page of sessions lists where the user is signed in, and offers to end each session but the current one', async () => {
  await open([own, session(), session({ id: 'session-2', browser: null, address: null })]);
  for (const text of ['Chromium', 'This session', '192.0.2.5', 'Firefox', '192.0.2.7', 'Unknown browser', 'Maximum 50 sessions.'])
    expect(pageText()).toContain(text);
  expect(all('button', 'Actions for Firefox, 192.0.2.7')).toHaveLength(1);
  expect(all('button', 'Actions for Unknown browser')).toHaveLength(1);
  expect(all('button', 'Actions for Chromium, 192.0.2.5')).toEqual([]);
});

it.each([true, false])(
  'a session is ended after a question that names it, also when it has ended meanwhile (there: %s)',
  async (isThere) => {
    const { asked } = await open([own, session()], isThere);
    await click(find('button', 'Actions for Firefox, 192.0.2.7'));
    await settle();
    await click(find('menuitem', 'End session'));
    expect(pageText()).toContain('End the session “Firefox, 192.0.2.7”?');
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    await click(inDialog('End session'));
    await settle();
    expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe('/api/v2/accounts/sessions/session-1');
    expect(all('dialog')).toEqual([]);
    expect(pageText()).not.toContain('Firefox');
    expect(pageText()).toContain('You have no other sessions.');
  },
);

it('all other sessions are ended at once after a question', async () => {
  const { asked } = await open([own, session(), session({ id: 'session-2' })]);
  await click(find('button', 'End all other sessions'));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await click(inDialog('End all other sessions'));
  await settle();
  expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe('/api/v2/accounts/sessions/others');
  expect(all('dialog')).toEqual([]);
  expect(pageText()).toContain('You have no other sessions.');
});
