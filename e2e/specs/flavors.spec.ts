import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { people } from '../support/people.ts';

const LIST = '/compute/flavors';

test('an administrator makes a flavor for some projects only, and deletes it, seen live by a tenant', async ({ as, complaints }) => {
  // Its details ask for it once more when it is gone.
  complaints.expect(/status of 404/);
  const name = `flavor ${Date.now()}`;
  const tenant = await as(people.member, { path: LIST });
  const seen = tenant.getByRole('grid', { name: 'Flavors' }).getByRole('link', { name, exact: true });
  await expect(tenant.getByRole('button', { name: 'Create flavor' })).toHaveCount(0);

  const page = await as(people.admin, { path: LIST });
  await expect(page.getByRole('heading', { name: 'Flavors', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create flavor' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('spinbutton', { name: 'vCPU' }).fill('3');
  await page.getByRole('checkbox', { name: 'All projects' }).uncheck();
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/flavor-add.png' });
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await page.getByRole('grid', { name: 'Flavors' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByText('0 projects')).toBeVisible();
  await expect(seen).toHaveCount(0);
  await page.getByRole('button', { name: 'Change access' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'acme-prod' }).check();
  await page.screenshot({ path: 'reports/screenshots/flavor-access.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 project')).toBeVisible();
  await expect(seen).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
  await expect(seen).toHaveCount(0);
});
