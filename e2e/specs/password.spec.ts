import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillIn, signIn } from '../support/people.ts';
import { openProduct, type OwnProduct } from '../support/product.ts';

const NEXT = 'correct horse battery 9';
const THIRD = 'another horse battery 9';

/** A product of its own: with a password the sessions that other tests share would end. */
let product: OwnProduct;
test.beforeAll(async ({ cloud }) => {
  product = await openProduct(cloud);
});
test.afterAll(() => product.close());

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Change password' });
const field = (page: Page, name: 'Current password' | 'New password' | 'Confirm new password'): Locator =>
  dialog(page).getByRole('textbox', { name, exact: true });
const wrong = (page: Page, text: string): Locator => dialog(page).getByText(text);

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(field(page, 'Current password')).toBeFocused();
}

async function send(page: Page, current: string, next: string, again = next): Promise<void> {
  await field(page, 'Current password').fill(current);
  await field(page, 'New password').fill(next);
  await field(page, 'Confirm new password').fill(again);
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
}

test('on any page the menu of the user opens a dialog for a new password, which wants the current one and another one [dialog.change-password, password.fields, password.current-required, password.new-required, password.new-differs]', async ({
  open,
  people,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const page = await open();
  await signIn(page, product.selfService, people.member, '/compute/instances');
  await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.goto(`${product.selfService}/compute/ssh-keys`);
  await openDialog(page);
  const required = wrong(page, 'This field is required.');
  await field(page, 'Current password').press('Enter');
  await expect(required).toHaveCount(3);
  await expect(field(page, 'Current password')).toBeFocused();
  await expectAccessible(page);
  await send(page, NEXT, NEXT);
  await expect(wrong(page, 'The new password must differ from the current one.')).toBeVisible();
  await expect(field(page, 'New password')).toBeFocused();
  await expect(required).toHaveCount(0);

  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await send(page, 'not it', NEXT);
  const request = await sent;
  expect(new URL(request.url()).pathname).toMatch(/^\/api\/v2\/accounts\/change-password\/?$/);
  expect(request.postDataJSON()).toEqual({ current_password: 'not it', new_password: NEXT, confirm_password: NEXT });
});

test('the repeated password has to equal the new one, also later; refusals of the server stand at the field or in the dialog [password.confirm-equal, password.revalidate, password.field-errors]', async ({
  open,
  people,
  complaints,
}) => {
  complaints.expect(/status of 4(00|29)/);
  const page = await open();
  await signIn(page, product.selfService, people.viewer, '/compute/ssh-keys');
  await openDialog(page);
  const unequal = wrong(page, 'The passwords do not match.');
  await send(page, 'not it', NEXT, THIRD);
  await expect(unequal).toBeVisible();
  await field(page, 'Confirm new password').fill(NEXT);
  await expect(unequal).toBeHidden();
  await field(page, 'New password').fill(THIRD);
  await expect(unequal).toBeVisible();
  await send(page, 'not it', NEXT);
  await expect(wrong(page, 'This is not your current password.')).toBeVisible();
  await expect(field(page, 'Current password')).toBeFocused();
  await expect(field(page, 'New password')).toHaveValue(NEXT);

  // Whoever has found an open session does not guess for ever.
  const guessed = await page.evaluate(
    async (body) => {
      const headers = { 'X-Session-Id': localStorage.getItem('token') ?? '', 'Content-Type': 'application/json' };
      const ask = () => fetch('/api/v2/accounts/change-password/', { method: 'PUT', headers, body: JSON.stringify(body) });
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      return answers.map(({ status }) => status).toSorted();
    },
    { current_password: 'a guess', new_password: NEXT, confirm_password: NEXT },
  );
  expect(guessed).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 400, 429]);
  await send(page, people.viewer.password, NEXT);
  await expect(dialog(page)).toContainText(/Too many wrong passwords/);
  await expect(wrong(page, 'This is not your current password.')).toHaveCount(0);
});

test('with a new password one is signed in again and works on, also in other tabs; other browsers are signed out and told so once [password.resignin, err.session-messages]', async ({
  open,
  people,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const { lead } = people;
  const elsewhere = await open();
  await signIn(elsewhere, product.selfService, lead, '/compute/ssh-keys');
  const page = await open();
  await signIn(page, product.selfService, lead, '/compute/ssh-keys');
  const tab = await page.context().newPage();
  await tab.goto(`${product.selfService}/compute/networks`);
  await expect(tab.getByRole('heading', { name: 'Networks', level: 1 })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));

  await openDialog(page);
  const login = page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/v2/login');
  await send(page, lead.password, NEXT);
  expect((await login).postDataJSON()).toMatchObject({ username: lead.name, password: NEXT });
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
  for (const here of [page, tab]) {
    await here.getByRole('link', { name: 'Volumes', exact: true }).click();
    await expect(here.getByRole('heading', { name: 'Volumes', level: 1 })).toBeVisible();
    await expect(here.getByRole('row').nth(1)).toBeVisible();
  }
  expect(await tab.evaluate(() => sessionStorage.getItem('token'))).toBe(await page.evaluate(() => localStorage.getItem('token')));

  const ended = elsewhere.getByText(/^Your session has expired or was ended elsewhere/);
  await expect(ended).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.reload();
  await expect(elsewhere.getByRole('textbox', { name: 'User name' })).toBeVisible();
  await expect(ended).toBeHidden();
  await fillIn(elsewhere, lead.name, NEXT);
  await expect(elsewhere).toHaveURL(/\/compute\/ssh-keys/);
});
