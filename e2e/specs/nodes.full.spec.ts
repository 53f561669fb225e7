import { expect, test } from '../support/fixtures.ts';

test('a node that goes into maintenance, and comes back, is told as it is without a reload', async ({ as, people }) => {
  const page = await as(people.admin, { path: '/compute/nodes' });
  const list = page.getByRole('grid', { name: 'Compute nodes' });
  const rows = list.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows.first()).toBeVisible();
  const held = rows.filter({ hasText: /Healthy/ }).first();
  const name = await held.getByRole('link').first().innerText();
  const row = rows.filter({ has: page.getByRole('link', { name, exact: true }) });
  const servers = row.locator('td[data-label="Virtual machines"]');
  await expect(servers).not.toHaveText('0');
  const act = async (action: string) => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await act('Put into maintenance');
  await page.getByRole('dialog').getByRole('button', { name: 'Put into maintenance' }).click();
  await expect(servers).toHaveText('0');
  await expect(row).toContainText('In maintenance');
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Release', exact: true })).toBeEnabled();
  await page.keyboard.press('Escape');
  // Pressed while the menu still goes, its button would close it.
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await act('Take out of maintenance');
  await expect(row).toContainText('Healthy');
});
