import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/session/login-page.tsx';
import { all, click, find, pageText, renderPage, settle, type } from '../../support/render.tsx';
import { errorBody, fakeServer } from '../fake-server.ts';
import { freshTab } from './harness.ts';

beforeEach(freshTab);
afterEach(() => vi.unstubAllGlobals());

const field = (id: string) => document.querySelector<HTMLInputElement>(`#login-${id}`)!;
const logins = (sent: readonly { url: string; body: string | undefined }[]) =>
  sent.filter(({ url }) => url === '/api/v2/login').map(({ body }) => JSON.parse(body ?? '{}') as Record<string, unknown>);

it('the sign-in page asks for a new password where the present one has expired, twice the same, for that user alone', async () => {
  const weak = { field_codes: { new_password: [{ code: 'password_weak' }] } };
  const { sent } = fakeServer(({ body }) =>
    'new_password' in (JSON.parse(body ?? '{}') as object)
      ? { status: 400, body: errorBody('validation_failed', { data: weak }) }
      : { status: 403, body: errorBody('password_expired', {}) },
  );
  await renderPage(() => <Page />, '/login', '/login');
  await type(find('textbox', 'User name'), 'ada');
  await type(field('password'), 'secret');
  await click(find('button', 'Sign in'));
  await settle();
  expect(pageText()).toContain('Your password has expired. Set a new one to sign in.');
  await type(field('new-password'), 'next');
  await type(field('again'), 'other');
  await click(find('button', 'Set password and sign in'));
  expect(pageText()).toContain('The passwords do not match.');
  expect(logins(sent)).toHaveLength(1);
  await type(field('again'), 'next');
  await click(find('button', 'Set password and sign in'));
  await settle();
  expect(logins(sent)[1]).toMatchObject({ username: 'ada', password: 'secret', new_password: 'next' });
  expect(field('new-password').getAttribute('aria-describedby')).toBe('login-new-password-hint');
  expect(document.querySelector('#login-new-password-hint')?.textContent).toContain('Enter at least 16 characters');
  await type(find('textbox', 'User name'), 'bob');
  expect([field('new-password'), all('button', 'Sign in').length]).toEqual([null, 1]);
});
