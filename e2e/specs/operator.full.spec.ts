/** What operators look at first, and what they give a domain. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { pager } from '../support/servers.ts';

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('the overview of administration says what needs attention, what is promised, who has most, and leads to the lists', async ({
  as,
  people,
}) => {
  const page = await as(people.admin, { path: '/monitoring' });
  await expect(card(page, 'Needs attention')).toContainText(/Everything is working|:/);
  const compute = card(page, 'Compute');
  await expect(compute.getByText('Overcommit')).toBeVisible();
  await expect(card(page, 'Engines')).toContainText('embedded');
  const largest = card(page, 'Projects by vCPU').getByRole('listitem').first();
  await expect(largest).toContainText('acme-prod');
  await expectAccessible(page);
  const link = largest.getByRole('link', { name: /^Virtual machines: \d+/ });
  const count = /\d+/.exec((await link.textContent()) ?? '')![0];
  await link.click();
  await expect(page).toHaveURL(/\/compute\/instances\?.*project_id=/);
  await expect(pager(page)).toContainText(new RegExp(`of ${count}(?!\\d)`));
  await page.goBack();
  await compute.getByRole('link', { name: 'vCPU allocated' }).click();
  await expect(page).toHaveURL(/\/compute\/nodes\?.*vcpus_share/);
});

test('an administrator limits what all projects of a domain have together, and sees it beside what they have', async ({ as, people }) => {
  const name = `limited ${Date.now()}`;
  const page = await as(people.admin, { path: '/settings/domains/add' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await press(page, 'Set quotas');
  const dialog = page.getByRole('dialog', { name: `Quotas of ${name}` });
  await expect(dialog.getByRole('spinbutton').first()).toBeFocused();
  await expect(dialog.getByRole('spinbutton', { name: 'vCPU' })).toHaveValue('');
  await dialog.getByRole('spinbutton', { name: 'vCPU' }).fill('7');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Quotas' }).click();
  await expect(page).toHaveURL(/\/quotas$/);
  const limit = (what: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${what}$`) })
      .locator('xpath=following-sibling::dd');
  await expect(limit('vCPU')).toContainText('0 of 7');
  await expect(limit('RAM')).toContainText('unlimited');
  await expectAccessible(page);
});
