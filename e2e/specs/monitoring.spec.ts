import type { Locator, Page } from '@playwright/test';
import { choose, chooser } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, pager, table } from '../support/servers.ts';

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test('a member of a project starts at its overview, which leads to the servers of a state and to those that use most [route.monitoring, landing.compute]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/' });
  await expect(page).toHaveURL(/\/monitoring$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const used = await card(page, 'Quotas').getByRole('definition').first().textContent();
  expect(used).toMatch(/^\d+ of \d+$/);
  await expect(card(page, 'Highest CPU usage').getByRole('listitem')).toHaveCount(5);

  const running = card(page, 'Virtual machines').getByRole('link', { name: /Running/ });
  const count = Number.parseInt((await running.textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(0);
  await running.click();
  await expect(page).toHaveURL(/\/compute\/instances\?status=in/);
  await expect(table(page)).toBeVisible();
  await expect(pager(page)).toContainText(new RegExp(`of ${count}(?!\\d)`));
  await page.goBack();
  await card(page, 'Highest CPU usage').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/compute\/instances\/[^/?]+$/);
});

test(
  'a part of the overview that cannot be read says so, leaves the others as they are, and can be tried again',
  { tag: '@full' },
  async ({ as, complaints, people, wire }) => {
    complaints.expect(/status of 500/);
    const page = await as(people.member, { path: '/void', wire });
    const back = wire.fail(/GET \/api\/v2\/compute\/quotas\//, 500);
    await page.goto(new URL('/monitoring', page.url()).href);
    const quotas = card(page, 'Quotas');
    await expect(quotas).toContainText('Internal Server Error');
    await expect(card(page, 'Virtual machines').getByRole('link', { name: /Running/ })).toHaveText(/[1-9]/);
    back();
    await quotas.getByRole('button', { name: 'Try again' }).click();
    await expect(quotas.getByRole('term').first()).toHaveText('Virtual machines');
  },
);

test('the overview of an empty project leads to the first server, and domain mode has none', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.domainAdmin, { path: '/monitoring' });
  await choose(page, 'acme-dev');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'No virtual machines yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create virtual machine' }).click();
  await expect(page).toHaveURL(/\/compute\/instances\/add/);
  await choose(page, 'Domain acme');
  await expect(chooser(page)).toHaveAccessibleName('Project: Domain acme');
  await page.goto(new URL('/monitoring', page.url()).href);
  await expect(page).not.toHaveURL(/\/monitoring/);
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('Overview')).toHaveCount(0);
});

test(
  'a server is reached from outside by what is made with it, which is said before, and its page shows how to sign in',
  { tag: '@full' },
  async ({ as, complaints, people }) => {
    complaints.expect(/status of 404/);
    const name = `reached-${Date.now()}`;
    const page = await as(people.domainAdmin, { path: '/monitoring' });
    await choose(page, 'acme-dev');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Create virtual machine' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('button', { name: 'Change: Networks' }).click();
    const box = page.getByRole('checkbox', { name: 'Reachable from outside' });
    await expect(box).toBeChecked();
    const made = page.getByRole('list', { name: 'Created or used:' });
    await expect(made).toContainText('The security group ssh, which allows SSH from anywhere');
    await expect(made).toContainText('A new floating IP');
    await box.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('main')).toContainText(/ssh almalinux@203\.0\.113\.\d+/);
    await page.getByRole('tab', { name: 'Networks' }).click();
    await expect(page.getByRole('region', { name: 'Allowed inbound traffic' }).getByRole('row').filter({ hasText: 'SSH' })).toBeVisible();
    const way = page.getByRole('region', { name: 'Reachability from the internet' });
    await expect(way).toContainText(/Reachable from the internet at 203\.0\.113\.\d+/);
    await expect(way.getByRole('listitem').filter({ hasText: 'Router' })).toHaveCount(1);
    await expectAccessible(page);

    // The project is as empty as other tests expect it.
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Virtual machines' }).click();
    await act(page, name, 'Delete');
    await expect(page.getByText('No virtual machines')).toBeVisible();
  },
);
