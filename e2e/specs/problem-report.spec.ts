/** Something is wrong: users say so from any page, operators read it. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { to } from '../support/to.ts';

/** What a report is called. */
const REPORT = /^[0-9A-F]{8}$/;

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Report a problem' });
const email = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Contact email' });
const problem = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Problem' });
const send = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Send report' });

async function entry(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^User menu of/ }).click();
  return page.getByRole('menuitem', { name: 'Report a problem' });
}

test('a problem is reported from the menu of the user, with an address that can be answered; meanwhile no other one is [dialog.problem-report, report.fields, report.email-required, report.email-valid, usermenu.problem-report-disabled]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await (await entry(page)).click();
  await expect(dialog(page).getByRole('textbox')).toHaveCount(2);
  await send(page).click();
  await expect(email(page)).toHaveAccessibleDescription(/Enter an email address for the reply\./);
  await email(page).fill('abc');
  await problem(page).fill('The disk is slow.\nSince noon.');
  await send(page).click();
  await expect(email(page)).toHaveAccessibleDescription(/Enter a complete email address/);
  await expect(email(page)).not.toHaveAccessibleDescription(/for the reply/);
  await expectAccessible(page);

  // The server collects what it knows in a moment: here its task goes on until the test says so.
  let goesOn = true;
  await page.route(/\/api\/v2\/tasks/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { name: string; state: string }[] };
    await route.fulfill({
      response,
      json: { data: data.map((task) => (goesOn && task.name === 'report.create' ? { ...task, state: 'running' } : task)) },
    });
  });
  await email(page).fill('zoe@acme.example');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /^\/api\/v2\/reports\/?$/.test(new URL(request.url()).pathname),
  );
  await send(page).click();
  expect((await sent).postDataJSON()).toEqual({
    contact_email: 'zoe@acme.example',
    problem_description: 'The disk is slow.\nSince noon.',
  });
  await expect(dialog(page)).toBeHidden();
  const item = await entry(page);
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  goesOn = false;
  await page.reload();
  await entry(page);
  await expect(item).not.toHaveAttribute('aria-disabled', 'true');
  await item.click();
  await expect(dialog(page)).toBeVisible();
});

test('what the server finds wrong with a report is told at its field, and nothing typed is lost [err.report-fields]', async ({
  as,
  people,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await (await entry(page)).click();
  await page.route(/\/api\/v2\/reports/, (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: {
          err_code: 'validation_failed',
          message: 'Validation failed',
          data: { fields: { contact_email: ['nobody is there'] }, field_codes: { contact_email: [{ code: 'email' }] } },
        },
      },
    }),
  );
  await email(page).fill('nobody@acme.example');
  await problem(page).fill('slow');
  await send(page).click();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveAccessibleDescription(/Enter a complete email address/);
  await expect(email(page)).toHaveValue('nobody@acme.example');
  await expect(problem(page)).toHaveValue('slow');
});

test(
  'operators find what was reported, with the state of the server at that time, and keep it as a file',
  { tag: '@full' },
  async ({ as, people }) => {
    const admin = await as(people.admin, { path: '/settings/support/add' });
    await admin.getByRole('textbox', { name: 'Contact email' }).fill('root@cloud.example');
    await admin.getByRole('textbox', { name: 'Problem' }).fill('Nodes are hot.');
    await admin.getByRole('button', { name: 'Send report', exact: true }).click();
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(REPORT);
    await to(admin, '/settings/support');
    const row = admin.getByRole('row').filter({ hasText: 'root@cloud.example' }).first();
    await expect(row).toContainText('Nodes are hot.');
    await expect(row).toContainText(/iB/);
    await expectAccessible(admin);
    await row.getByRole('link').first().click();
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(REPORT);
    const file = admin.waitForEvent('download');
    await press(admin, 'Download report');
    const kept = JSON.parse(readFileSync(await (await file).path(), 'utf8')) as { report: object; engines: object[] };
    expect(kept).toMatchObject({ report: { problem_description: 'Nodes are hot.' }, engines: [{ reachable: true }] });
    await expectAccessible(admin);
  },
);
