import { choose } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { table } from '../support/servers.ts';

test('a tenant sees nothing of another one, not even by an address that was passed on', async ({ as, complaints, product, people }) => {
  complaints.expect(/status of 404/);
  const owner = await as(people.member, { path: '/compute/instances?sort=created_at:asc' });
  const link = table(owner).getByRole('row').nth(1).getByRole('link');
  const name = (await link.innerText()).trim();
  const path = (await link.getAttribute('href')) ?? '';
  const stranger = await as(people.stranger);
  await expect(stranger.getByText('No virtual machines')).toBeVisible();
  await expectAccessible(stranger);
  await stranger.goto(product.selfService + path);
  await expect(stranger.getByRole('heading', { name: 'Virtual machine not found' })).toBeVisible();
  await expect(stranger.getByText(name)).toBeHidden();
  await expect(stranger).toHaveURL(product.selfService + path);
  await expect(stranger.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Search and commands' })).toBeEnabled();
  await expectAccessible(stranger);
});

test('what a scope has read is not shown in the next one', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.domainAdmin);
  await expect(table(page)).toBeVisible();
  const name = (await table(page).getByRole('row').nth(1).getByRole('link').innerText()).trim();
  await choose(page, 'acme-dev');
  await expect(page.getByText('No virtual machines')).toBeVisible();
  await expect(page.getByText(name)).toBeHidden();
});
