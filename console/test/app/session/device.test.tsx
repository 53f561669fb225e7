import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '@gantry/contract/constants';
import { deviceMark } from '../../../src/app/session/device.ts';
import { signIn, signOut } from '../../../src/app/session/sign-in.ts';
import { formatWait } from '../../../src/ui/show/format-wait.ts';
import { Page } from '../../../src/features/session/login-page.tsx';
import { click, find, pageText, renderPage, settle, type } from '../../support/render.tsx';
import { errorBody, fakeServer } from '../fake-server.ts';
import { freshTab } from './harness.ts';
import { answers } from './people.ts';

const credentials = { domain: 'acme', username: 'ada', password: 'secret' };
const locked = (seconds: number) => ({ status: 429, body: errorBody('too_many_sign_ins', { data: { params: { seconds } } }) });

/** What each sign-in said its device is. */
const saidBy = (sent: readonly { url: string; body: string | undefined }[]): unknown[] =>
  sent.filter(({ url }) => url === '/api/v2/login').map(({ body }) => (JSON.parse(body ?? '{}') as { device?: unknown }).device);

beforeEach(freshTab);
afterEach(() => vi.unstubAllGlobals());

describe('the mark of this browser', () => {
  it('the mark of a browser is made once, said at each sign-in, and outlives refusals and signing out', async () => {
    const { sent } = fakeServer(answers());
    await signIn(credentials);
    await signOut();
    await signIn(credentials);
    fakeServer(() => locked(5));
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'too_many_sign_ins' });
    const said = saidBy(sent);
    expect(said).toEqual([expect.stringMatching(/^[\w-]{43}$/), said[0]]);
    expect(deviceMark()).toBe(said[0]);
  });

  it('the mark of a browser is another one for each browser, and a damaged one is made anew', () => {
    const first = deviceMark();
    localStorage.clear();
    expect(deviceMark()).not.toBe(first);
    localStorage.setItem('device', 'my laptop');
    expect(deviceMark()).toMatch(/^[\w-]{43}$/);
  });

  it('a browser that keeps nothing has no mark, and only a warning is logged', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const denied = (): Storage => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(deviceMark(denied)).toBeUndefined();
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});

describe('a sign-in that has to wait', () => {
  it('the sign-in page says how long a sign-in has to wait', async () => {
    fakeServer(() => locked(847));
    await renderPage(() => <Page />, '/login', '/login');
    await type(find('textbox', 'User name'), 'ada');
    await type(document.querySelector<HTMLInputElement>('input[type=password]')!, 'secret');
    await click(find('button', 'Sign in'));
    await settle();
    expect(pageText()).toContain('Too many wrong passwords. Try again in 15 minutes.');
  });

  it('the wait for a sign-in is rounded up, in each language', () => {
    expect([1, 59, 60, 61, 900, 3601].map((seconds) => formatWait(seconds, 'en'))).toEqual([
      'in 1 second',
      'in 59 seconds',
      'in 1 minute',
      'in 2 minutes',
      'in 15 minutes',
      'in 2 hours',
    ]);
    expect(new Set(LOCALES.map((locale) => formatWait(847, locale))).size).toBe(LOCALES.length);
    expect(i18next.t('errors.too_many_sign_ins', { seconds: 30 })).toBe('Too many wrong passwords. Try again in 30 seconds.');
  });
});
