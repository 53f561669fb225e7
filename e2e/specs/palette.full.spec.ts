import { choose, chooser } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { table } from '../support/servers.ts';

test('the palette opens by a key on any page, finds a server by its name, and goes there', async ({ as, people }) => {
  const page = await as(people.member);
  const name = (await table(page).getByRole('row').nth(1).getByRole('link').first().innerText()).trim();
  await page.goto(page.url().replace('/compute/instances', '/tasks'));
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
  await page.keyboard.press('.');
  const field = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(page.getByRole('option', { name: `${name} Virtual machines` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/compute\/instances\/[^/]+$/);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('the keyboard shortcuts are listed by the question mark, but not while a field is typed into', async ({ as, people }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  await page.getByRole('combobox', { name: 'Name, IP address or ID' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Search and commands');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('on a phone the menu is a drawer that leaves the page its whole width', async ({ as, people }) => {
  const page = await as(people.member, { viewport: { width: 390, height: 844 } });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(page.getByRole('main')).toBeVisible();
  await expect(menu).toBeHidden();
  expect((await page.getByRole('main').boundingBox())?.width).toBe(390);
  await page.getByRole('button', { name: 'Main menu' }).click();
  await expect(menu.getByRole('link', { name: 'Overview' })).toBeFocused();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Tasks' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
});

test('a link into another of one’s own projects offers to switch, and the address stays', async ({ as, people, complaints }) => {
  complaints.expect(/status of 404/);
  const page = await as(people.domainAdmin);
  await choose(page, people.member.project ?? '');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Virtual machines' }).click();
  await table(page).getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/compute\/instances\/[^/?]+$/);
  const address = page.url();
  await page.goto(address.replace(/\/compute\/.*/, '/compute/instances'));
  await choose(page, 'acme-dev');
  await expect(chooser(page)).toHaveAccessibleName('Project: acme-dev');
  await expect(page.getByRole('heading', { level: 1, name: /^Virtual machines/ })).toBeVisible();
  await page.goto(address);
  await expect(page.getByText(`It belongs to another of your projects: ${people.member.project}.`)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.getByRole('button', { name: `Switch to ${people.member.project}` }).click();
  await expect(chooser(page)).toHaveAccessibleName(`Project: ${people.member.project}`);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Virtual machine not found');
});
