import { expect, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { make, remove } from '../support/section.ts';
import { FLAVORS } from '../support/sections.ts';

const LIST = FLAVORS.path;

test('an administrator makes a flavor for some projects only, and deletes it, seen live by a tenant', async ({
  as,
  complaints,
  people,
}) => {
  // Its details ask for it once more when it is gone.
  complaints.expect(/status of 404/);
  const name = `flavor ${Date.now()}`;
  const tenant = await as(people.member, { path: LIST });
  const seen = tenant.getByRole('grid', { name: 'Flavors' }).getByRole('link', { name, exact: true });
  await expect(tenant.getByRole('button', { name: 'Create flavor', exact: true })).toHaveCount(0);

  const page = await as(people.admin, { path: `${LIST}/add` });
  await make(page, FLAVORS, name);
  await expect(page.getByText('0 projects')).toBeVisible();
  await expect(seen).toHaveCount(0);
  await press(page, 'Change access');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'acme-prod' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 project')).toBeVisible();
  await expect(seen).toBeVisible();
  const { origin } = new URL(tenant.url());
  await tenant.goto(`${origin}/compute/instances/add/flavor`);
  await expect(tenant.getByRole('row').filter({ hasText: name })).toContainText('512 MiB');
  await tenant.goto(`${origin}${LIST}`);

  await remove(page, name);
  await expect(seen).toHaveCount(0);
});
