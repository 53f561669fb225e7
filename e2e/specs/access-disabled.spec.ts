import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillIn } from '../support/people.ts';

const PASSWORD = 'correct horse battery 9';

/** What the session of a page is answered. */
const ask = (page: Page, method: string, path: string, body?: object): Promise<{ id?: string; domain_id?: string }> =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const kept = (key: string) => localStorage.getItem(key) ?? '';
      const headers = {
        'x-session-id': kept('token'),
        'x-auth-token': kept('scopedToken'),
        'x-requested-with': 'XMLHttpRequest',
        ...(sent && { 'content-type': 'application/json' }),
      };
      const answer = await fetch(address, { method: verb, headers, ...(sent && { body: sent }) });
      if (!answer.ok) throw new Error(`${verb} ${address}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { id?: string; domain_id?: string };
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

const message = (page: Page) => page.getByRole('main');

/** Looks again until the server no longer believes what it was told of a user a second ago, and leads on. */
async function lookAgain(page: Page): Promise<void> {
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/access-disabled') return;
    await page.getByRole('button', { name: 'Check again' }).click({ timeout: 1000 });
    await expect(page).not.toHaveURL(/\/access-disabled/, { timeout: 1000 });
  }).toPass();
}

test('who is disabled, or whose only project is, is out of every open page at once, is told which of both it is, and in which language, and comes back by looking again [err.access-disabled, session.access-disabled-on, choice.access-disabled-wording, route.access-disabled]', async ({
  as,
  open,
  people,
  complaints,
}) => {
  complaints.expect(/status of (401|403|404)/);
  const lead = await as(people.domainAdmin, { path: '/users' });
  const { origin } = new URL(lead.url());
  const mark = Date.now();
  const domain = `/api/v2/domains/${(await ask(lead, 'GET', '/api/v2/accounts/whoami')).domain_id}`;
  const project = `${domain}/projects/${(await ask(lead, 'POST', `${domain}/projects`, { name: `only-${mark}` })).id}`;
  const assigned_projects = [{ project_id: project.split('/').at(-1), role: 'project_user' }];
  const body = { name: `ben ${mark}`, password: PASSWORD, assigned_projects };
  const user = `${domain}/users/${(await ask(lead, 'POST', `${domain}/users`, body)).id}`;

  const page = await open();
  await page.goto(`${origin}/login/acme`);
  await fillIn(page, body.name, PASSWORD);
  await expect(page.getByRole('banner').getByText(`only-${mark}`)).toBeVisible();
  await page.goto(`${origin}/compute/networks`);
  await expect(page.getByRole('heading', { level: 1, name: 'Networks' })).toBeVisible();

  await ask(lead, 'POST', `${user}/disable`);
  await expect(page).toHaveURL(/\/access-disabled$/);
  await expect(message(page)).toContainText('An administrator has disabled your user.');
  await expectAccessible(page);
  await page.goto(`${origin}/access-disabled?locale=de`);
  await expect(message(page)).toContainText('Ein Administrator hat Ihren Benutzer deaktiviert.');
  await expect(page).toHaveTitle('Zugang gesperrt - Gantry');
  await page.goto(`${origin}/access-disabled?locale=en`);
  await expect(message(page)).toContainText('Access disabled');
  const other = await open();
  await other.goto(`${origin}/login/acme`);
  await fillIn(other, body.name, PASSWORD);
  await expect(other.getByRole('main')).toContainText(/disabled/);
  expect(new URL(other.url()).pathname).toBe('/login/acme');

  await ask(lead, 'POST', `${user}/enable`);
  await lookAgain(page);
  await expect(page).not.toHaveURL(/\/access-disabled/);
  await expect(page.getByRole('banner').getByText(`only-${mark}`)).toBeVisible();

  await ask(lead, 'PATCH', project, { enabled: false });
  await expect(page).toHaveURL(/\/access-disabled$/);
  await expect(message(page)).toContainText('Access disabled');
  await expect(message(page)).toContainText(/project/);
  await expect(message(page)).not.toContainText('disabled your user');
  await page.goto(`${origin}/access-disabled?locale=ja`);
  await expect(message(page)).toContainText('有効なプロジェクトがありません。');
  await page.goto(`${origin}/access-disabled?locale=en`);
  await ask(lead, 'PATCH', project, { enabled: true });
  await lookAgain(page);
  await expect(page).not.toHaveURL(/\/access-disabled/);
  await expect(page.getByRole('banner').getByText(`only-${mark}`)).toBeVisible();
});

test(
  'who signs in by a link and has no enabled project is told so, and not left waiting',
  { tag: '@full' },
  async ({ as, open, people, complaints }) => {
    complaints.expect(/status of 403/);
    const lead = await as(people.domainAdmin, { path: '/users' });
    const { origin } = new URL(lead.url());
    const domain = `/api/v2/domains/${(await ask(lead, 'GET', '/api/v2/accounts/whoami')).domain_id}`;
    const body = { name: `no project ${Date.now()}`, password: PASSWORD, assigned_projects: [] };
    await ask(lead, 'POST', `${domain}/users`, body);
    const page = await open();
    for (const link of ['/compute/instances?name=web', '/']) {
      await page.goto(`${origin}/login/acme?redirectUrl=${encodeURIComponent(link)}`);
      await fillIn(page, body.name, PASSWORD);
      await expect(page).toHaveURL(/\/access-disabled$/);
      await expect(message(page)).toContainText(/project/);
      // Neither a page by its address nor the way back leads past it.
      await page.goto(`${origin}/compute/volumes`);
      await expect(page).toHaveURL(/\/access-disabled$/);
      await expect(message(page).getByRole('button', { name: 'Check again' })).toBeVisible();
      await message(page).getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    }
  },
);
