import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';

const ADMIN = '/compute/placements';

test('an administrator gives a placement to a node and an image, which keep it from being deleted, and takes it away again', async ({
  as,
  complaints,
  people,
}) => {
  // It is in use when it is to be deleted first, and its page asks for it once more when it is gone.
  complaints.expect(/status of 40[49]/);
  const name = `licensed ${Date.now()}`;
  const page = await as(people.admin, { path: `${ADMIN}/add` });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const assign = async (tab: string, thing: string) => {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Assign the placement ${name}` });
    await dialog.getByRole('checkbox', { name: thing, exact: true }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('grid', { name: tab })).toContainText(thing);
  };
  await assign('Nodes', 'node-003');
  await assign('Images', 'AlmaLinux 10');
  await expectAccessible(page);

  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('The placement is in use').first()).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cancel|Close/ })
    .first()
    .click();

  const take = async (tab: string, thing: string) => {
    await page.getByRole('tab', { name: tab }).click();
    await page
      .getByRole('grid', { name: tab })
      .getByRole('button', { name: `Actions for ${thing}` })
      .click();
    await page.getByRole('menuitem', { name: 'Remove placement' }).click();
    await expect(page.getByRole('grid', { name: tab })).toHaveCount(0);
  };
  await take('Images', 'AlmaLinux 10');
  await take('Nodes', 'node-003');
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
});
