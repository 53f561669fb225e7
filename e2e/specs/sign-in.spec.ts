import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillIn, type Person } from '../support/people.ts';
import { to } from '../support/to.ts';

test('the sign-in page shows without a session, with a domain and without [route.login]', async ({ visit }) => {
  const page = await visit('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const { sign_in_domain: proposed } = (await (await page.request.get(new URL('/config.json', page.url()).href)).json()) as {
    sign_in_domain: string | null;
  };
  await expect(page.getByRole('textbox', { name: 'Domain' })).toHaveValue(proposed ?? 'Default');
  await expectAccessible(page);
  await to(page, '/login/Default');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByText('Domain: Default')).toBeVisible();
});

test(
  'a valid name and password open the landing page [auth.password-signin]',
  { tag: ['@main', '@engines'] },
  async ({ visit, people }) => {
    const page = await visit('/login');
    await page.getByRole('textbox', { name: 'Domain' }).fill(people.member.domain);
    await fillIn(page, people.member.name, people.member.password);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('button', { name: `User menu of ${people.member.name}` })).toBeVisible();
  },
);

test('a wrong password says so and keeps what was typed', { tag: ['@main', '@full'] }, async ({ visit, complaints, people }) => {
  complaints.expect(/status of 401/);
  const { domain } = people.member;
  const page = await visit(`/login/${domain}`);
  await fillIn(page, people.member.name, 'not the password');
  await expect(page.getByRole('alert')).toContainText('The domain, user name or password is wrong.');
  await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue(people.member.name);
  await expect(page.getByText(`Domain: ${domain}`)).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === `/login/${domain}`);
  await expectAccessible(page);
});

test('a page that needs a session leads to sign-in and back to it [route.secure-login-redirect, route.login.redirect-url]', async ({
  visit,
  people,
}) => {
  const path = '/compute/volumes';
  const page = await visit(path);
  await expect(page).toHaveURL(
    (url) => url.pathname === '/login' && decodeURIComponent(url.searchParams.get('redirectUrl') ?? '') === path,
  );
  await page.getByRole('textbox', { name: 'Domain' }).fill(people.member.domain);
  await fillIn(page, people.member.name, people.member.password);
  await expect(page).toHaveURL(/\/compute\/volumes$/);
  await expect(page.getByRole('grid', { name: 'Volumes' })).toBeVisible();
});

test('an address of another site is not followed after sign-in', { tag: '@full' }, async ({ visit, product, people }) => {
  for (const target of ['https://example.org/', '//example.org/', '/\\example.org']) {
    const page = await visit(`/login/acme?redirectUrl=${encodeURIComponent(target)}`);
    await fillIn(page, people.member.name, people.member.password);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    expect(page.url()).toContain(product.selfService);
  }
});

/** Signs out by the user menu, once nothing is on its way: it would be refused, which the browser complains of. */
async function signOut(page: Page, { name }: Person): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: `User menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('signing out ends the session in every tab and leads to the sign-in of the domain [session.user-empty-to-login, session.user-empty-redirect-url, session.last-domain]', async ({
  as,
  product,
  people,
  complaints,
}) => {
  // A tab may just be reading something as the session ends.
  complaints.expect(/status of 401 .*\/api\/v2\//);
  const page = await as(people.member, { path: '/compute/volumes?x=1', fresh: true });
  const other = await page.context().newPage();
  await other.goto(`${product.selfService}/compute/instances?redirectUrl=/compute/networks`);
  await expect(other.getByRole('grid', { name: 'Virtual machines' })).toBeVisible();
  await other.waitForLoadState('networkidle');
  await signOut(page, people.member);
  await expect(page).toHaveURL((url) => /^\/login\/./.test(url.pathname));
  await expect(page.getByText('Domain: acme')).toBeVisible();
  const back = decodeURIComponent(new URL(page.url()).searchParams.get('redirectUrl') ?? '');
  expect(back).toBe('/compute/volumes?x=1');
  await expect(other).toHaveURL((url) => /^\/login\/./.test(url.pathname) && url.searchParams.get('redirectUrl') === '/compute/networks');
});

test('a session keeps its data in local storage, a reload keeps user and project [session.local-storage-keys, session.startup-restore]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { fresh: true });
  const keys = () => page.evaluate(() => Object.keys(localStorage).toSorted());
  const has = (names: readonly string[], name: string) => names.some((key) => new RegExp(`(^|[^a-zA-Z])${name}$`).test(key));
  const signedIn = await keys();
  for (const name of ['user', 'token', 'scopedToken', 'currentProject', 'domain'])
    expect(has(signedIn, name), `${name} in ${signedIn.join()}`).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: `User menu of ${people.member.name}` })).toBeVisible();
  await expect(page.getByRole('banner').getByText('acme-prod')).toBeVisible();
  await signOut(page, people.member);
  await expect(page).toHaveURL(/\/login/);
  const signedOut = await keys();
  for (const name of ['user', 'token', 'scopedToken', 'currentProject', 'domain'])
    expect(has(signedOut, name), `${name} in ${signedOut.join()}`).toBe(false);
});
