import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { table } from '../support/servers.ts';

const VOLUMES = 'Volumes of the virtual machine';
const NETWORKS = 'Networks of the virtual machine';

const rowIn = (page: Page, label: string, text: string): Locator =>
  page.getByRole('grid', { name: label }).getByRole('row').filter({ hasText: text });

/** Chooses an action of a row's menu. */
async function choose(page: Page, row: Locator, action: string): Promise<Locator> {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a volume is attached and detached, an interface is added and removed, seen live in a second browser', async ({
  as,
  complaints,
  people,
}) => {
  // The address that is taken.
  complaints.expect(/status of 400.*attach-interface/);
  const page = await as(people.member, { path: '/compute/instances?status=["ACTIVE"]&sort=created_at:asc' });
  await table(page).getByRole('row').nth(3).getByRole('link').click();
  await page.getByRole('tab', { name: 'Volumes' }).click();
  const address = new URL(page.url());
  const other = await as(people.lead, { path: address.pathname + address.search });
  await expect(page.getByRole('grid', { name: VOLUMES }).getByText('Boot volume')).toHaveCount(1);
  const menu = rowIn(page, VOLUMES, 'Boot volume').getByRole('button', { name: /^Actions for/ });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: /^Detach/ })).toContainText('The server boots from this volume.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Attach volume' }).click();
  const attach = page.getByRole('dialog');
  await attach.getByRole('radio', { name: 'data-1' }).check();
  await expectAccessible(page);
  await attach.getByRole('button', { name: 'Attach volume' }).click();
  await expect(attach).toBeHidden();
  const attached = rowIn(other, VOLUMES, 'data-1');
  await expect(attached).toContainText('In use');
  await expect(attached).not.toContainText('Boot volume');

  const goes = { name: 'Delete data-1 with the virtual machine' };
  await page.getByRole('switch', goes).press('Space');
  await expect(other.getByRole('switch', goes)).toBeChecked();
  await expectAccessible(page);

  const detach = await choose(page, rowIn(page, VOLUMES, 'data-1'), 'Detach');
  await expect(detach).toContainText('has not written to this volume yet is lost');
  const force = detach.getByRole('button', { name: 'Detach by force' });
  await expect(force).toBeDisabled();
  await detach.getByRole('textbox').fill('data-1');
  await force.click();
  await expect(detach).toBeHidden();
  await expect(attached).toBeHidden();

  for (const one of [page, other]) await one.getByRole('tab', { name: 'Networks' }).click();
  const ip = '10.64.0.250';
  const add = async (): Promise<Locator> => {
    await page.getByRole('button', { name: 'Add interface' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'acme-prod-private' }).check();
    await dialog.getByRole('textbox', { name: 'IP address' }).fill(ip);
    await dialog.getByRole('button', { name: 'Add interface' }).click();
    return dialog;
  };
  await expect(await add()).toBeHidden();
  await expect(rowIn(other, NETWORKS, ip)).toBeVisible();
  const again = await add();
  await expect(again).toContainText('This address is taken.');
  await expectAccessible(page);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(again).toBeHidden();
  const remove = await choose(page, rowIn(page, NETWORKS, ip), 'Remove');
  await expect(remove).toContainText(ip);
  await remove.getByRole('button', { name: 'Remove' }).click();
  await expect(rowIn(other, NETWORKS, ip)).toBeHidden();

  await page.goto(`${address.origin}${address.pathname}/edit/volumes`);
  const dialog = page.getByRole('dialog', { name: 'Volumes' });
  await expect(dialog.getByRole('grid', { name: VOLUMES })).toContainText('Boot volume');
  await dialog.getByRole('button', { name: 'Attach volume' }).click();
  await page
    .getByRole('dialog', { name: /^Attach a volume to/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(new RegExp(`${address.pathname}$`));
});
