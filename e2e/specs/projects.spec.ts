import type { Page } from '@playwright/test';
import { choose, chooser } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { headOf, press } from '../support/head.ts';
import { to } from '../support/to.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Projects' });
const row = (page: Page, name: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

test('a domain’s administrator makes a project, sets what it may use, and takes it out of service and away [route.projects, route.projects.add, route.projects.edit, route.projects.quotas, choice.quota-fields]', async ({
  as,
  people,
  complaints,
}) => {
  // The first answer may be on its way before the rights are known.
  complaints.expect(/status of (403|404)/);
  const name = `shop-${Date.now()}`;
  const page = await as(people.domainAdmin, { path: '/projects' });
  // The form begins anew where the domain is entered while it is open.
  await expect(row(page, 'acme-prod')).toBeVisible();
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projects\/add$/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('Web shop');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expectAccessible(page);
  const address = new URL(page.url()).pathname;

  await to(page, `${address}/set-quotas/`);
  const dialog = page.getByRole('dialog', { name: `Quotas of ${name}` });
  await expect(dialog.getByRole('spinbutton', { name: 'Networks' })).toHaveValue('100');
  await expectAccessible(page);
  await dialog.getByRole('spinbutton', { name: 'Networks' }).fill('1');
  // Empty is unlimited.
  await dialog.getByRole('spinbutton', { name: 'Routers' }).fill('');
  await dialog.getByRole('spinbutton', { name: 'vCPU' }).fill('7.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('spinbutton', { name: 'vCPU' })).toBeFocused();
  await dialog.getByRole('spinbutton', { name: 'vCPU' }).fill('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await to(page, `${address}/quotas`);
  const quota = (what: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${what}$`) })
      .locator('xpath=following-sibling::dd');
  await expect(quota('vCPU')).toContainText('0 of 7');
  await expect(quota('Routers')).toContainText('unlimited');
  await expectAccessible(page);

  await to(page, `${address}/edit`);
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await edit.getByRole('textbox', { name: 'Description' }).fill('Closed in May');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await to(page, `${address}/properties`);
  await expect(page.getByText('Closed in May')).toBeVisible();

  await press(page, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(headOf(page)).toContainText('Disabled');
  await press(page, 'Delete');
  const question = page.getByRole('dialog');
  await question.getByRole('textbox').fill(name);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(new RegExp(`${name} (is gone|has been deleted|no longer)|not found`, 'i')).first()).toBeVisible();

  const member = await as(people.member);
  for (const path of ['/projects/add', '/projects/any/edit', '/projects/any/set-quotas/']) {
    await to(member, path);
    await expect(member).toHaveURL(/\/error403$/);
  }
});

test('what a project still holds is said where it cannot be deleted, and a disabled one is offered to nobody [chooser.disabled-label, chooser.disabled-not-selectable]', async ({
  as,
  people,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const name = `closed-${Date.now()}`;
  const page = await as(people.domainAdmin, { path: '/projects/add' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('checkbox', { name: 'Enabled' }).uncheck();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Disabled');
  await page.reload();
  await chooser(page).click();
  const item = page.getByRole('menu').getByRole('menuitem', { name: new RegExp(name) });
  await expect(item).toContainText('disabled');
  await expect(item).toBeDisabled();
  await item.click({ force: true });
  await expect(chooser(page)).toHaveAccessibleName('Project: Domain acme');
  await chooser(page).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await to(page, '/projects');
  await page.getByRole('grid', { name: 'Projects' }).getByRole('link', { name: 'acme-prod' }).click();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill('acme-prod');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('The project is not empty: Virtual machines (');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'acme-dev');
  await expect(page).toHaveURL(/\/monitoring$/);
});

test('a domain’s administrator assigns a project to somebody, sees who is in it, ends that again, and changes the limits of a project that is in use [route.projects.details, route.projects.member, selfservice.scope-domain]', async ({
  as,
  people,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const name = `yan ${Date.now()}`;
  const page = await as(people.domainAdmin, { path: '/users/add' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.locator('input[autocomplete=new-password]').fill('correct horse battery 9');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  // One of its own, as others assign somebody to those that everybody has.
  const project = `of ${name}`;
  await to(page, '/projects/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(project);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: project, level: 1 })).toBeVisible();
  await to(page, '/projects');
  await row(page, project).getByRole('link', { name: project }).click();
  await expect(page.getByRole('heading', { name: project, level: 1 })).toBeVisible();
  const address = new URL(page.url()).pathname;
  for (const [tab, title] of [
    ['properties', 'Properties'],
    ['members', 'Members'],
    ['quotas', 'Quotas'],
  ] as const) {
    await to(page, `${address}/${tab}`);
    await expect(page.getByRole('tab', { name: title, exact: true })).toHaveAttribute('aria-selected', 'true');
  }

  await to(page, `${address}/assign`);
  const assigning = page.getByRole('dialog', { name: `Assign members: ${project}` });
  await assigning.getByRole('button', { name: 'Assign' }).click();
  await expect(assigning.getByText('This field is required.')).toBeVisible();
  await assigning.getByRole('checkbox', { name }).check();
  await assigning.getByRole('radio', { name: /^Project administrator/ }).check();
  await expectAccessible(page);
  await assigning.getByRole('button', { name: 'Assign' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await to(page, `${address}/members`);
  const member = page.getByRole('grid', { name: 'Members' }).getByRole('row', { name: new RegExp(name) });
  await expect(member).toContainText('Project administrator');
  await expectAccessible(page);

  await to(page, `${address}/unassign`);
  const ending = page.getByRole('dialog', { name: `Unassign members: ${project}` });
  await ending.getByRole('checkbox', { name }).check();
  await ending.getByRole('button', { name: 'Unassign' }).click();
  await expect(ending).toBeHidden();
  await to(page, `${address}/members`);
  await expect(page.getByText('No members are assigned.')).toBeVisible();
  await expect(member).toHaveCount(0);

  await to(page, `${address}/set-quotas/`);
  const limits = page.getByRole('dialog', { name: `Quotas of ${project}` });
  await limits.getByRole('spinbutton', { name: 'Networks' }).fill('55');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits).toBeHidden();
  await to(page, `${address}/quotas`);
  await expect(page.getByRole('main')).toContainText('of 55');

  const other = await as(people.member);
  for (const path of ['/projects/any/assign', '/projects/any/unassign']) {
    await to(other, path);
    await expect(other).toHaveURL(/\/error403$/);
  }
});
