/** What administrators of the whole cloud make in a project that they choose, and what who leads a domain sees of its limits. */
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { NETWORKS } from '../support/sections.ts';

test('an administrator of the system chooses a project by its name, and makes a network in it without leaving the whole cloud', async ({
  as,
  people,
}) => {
  const name = `chosen ${Date.now()}`;
  const page = await as(people.admin, { path: NETWORKS.path });
  await page.getByRole('button', { name: NETWORKS.add }).click();
  await expect(page.getByRole('heading', { level: 1, name: NETWORKS.add })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: 'globex-prod' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('In the project globex-prod')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await NETWORKS.fill(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: NETWORKS.submit, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('globex-prod');
  await expect(page.getByRole('banner')).toContainText('All projects');
  // The next thing is made in the same project, or in another one.
  await page.goto(`${new URL(page.url()).origin}/compute/instances`);
  await page.getByRole('button', { name: 'Create virtual machine' }).first().click();
  await page.getByRole('radio', { name: 'globex-prod' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Change: Networks' }).click();
  await expect(page.getByRole('checkbox', { name })).toBeVisible();
  await expect(page.getByText('acme')).toHaveCount(0);
});

test('who leads a domain sees beside its projects what they may have together', async ({ as, people }) => {
  const page = await as(people.domainAdmin, { path: '/projects' });
  await page.getByRole('button', { name: 'Quotas of the domain' }).click();
  await expect(page.getByText('Limits for all projects of the domain together')).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: /^vCPU$/ })).toBeVisible();
  await expectAccessible(page);
});
