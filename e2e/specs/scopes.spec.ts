import type { Page } from '@playwright/test';
import { choose, chooser } from '../support/chooser.ts';
import { expect, test } from '../support/fixtures.ts';
import { to } from '../support/to.ts';

/** Where domain mode begins. */
const FIRST_OF_DOMAIN = /\/users$/;

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');

test('domain mode and projects each have pages of their own, and the way between them leads to the first one [session.leave-domain-mode, route.monitoring.domain-mode, choice.domain-mode-target, menu.normal-monitoring]', async ({
  as,
  people,
}) => {
  const page = await as(people.domainAdmin, { path: '/' });
  await expect(page).toHaveURL(FIRST_OF_DOMAIN);
  await menuOf(page).getByText('Projects', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Projects' }).getByRole('row', { name: /acme-prod/ })).toBeVisible();
  for (const path of ['/monitoring', '/compute']) {
    await to(page, path);
    await expect(page).toHaveURL(FIRST_OF_DOMAIN);
  }
  await choose(page, 'acme-prod');
  await expect(page).toHaveURL(/\/monitoring$/);
  await expect(menuOf(page).first()).toHaveText('Overview');
  await expect(menuOf(page).getByText('Projects', { exact: true })).toHaveCount(0);
  await choose(page, 'Domain acme');
  await expect(page).toHaveURL(FIRST_OF_DOMAIN);
});

test('who administers no domain has no way into domain mode, also not by an address [permissions.switch-domain-mode, route.projects.list-restriction, route.compute, route.root]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/' });
  await expect(page).toHaveURL(/\/monitoring$/);
  await expect(chooser(page)).toBeHidden();
  await expect(page.getByRole('banner').getByText('acme-prod')).toBeVisible();
  await to(page, '/compute');
  await expect(page).toHaveURL(/\/compute\/instances$/);
  await to(page, '/projects');
  await expect(page).toHaveURL(/\/error403$/);
});

test('domain mode begins with the users, has two entries in its menu, and is entered by the domain in the chooser, which only its administrators have [menu.domain-mode, landing.domain-mode, session.enter-domain-mode, chooser.domain-entry, route.compute.domain-mode]', async ({
  as,
  people,
}) => {
  const page = await as(people.domainAdmin, { path: '/' });
  await expect(page).toHaveURL(/\/users$/);
  await expect(menuOf(page)).toHaveText(['Users', 'Projects']);
  await to(page, '/compute');
  await expect(page).toHaveURL(/\/users$/);
  await choose(page, 'acme-prod');
  await expect(page).toHaveURL(/\/monitoring$/);
  await to(page, '/compute/networks');
  await expect(page.getByRole('heading', { level: 1, name: 'Networks' })).toBeVisible();
  await choose(page, 'Domain acme');
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /acme-lead/ })).toBeVisible();
  await expect(menuOf(page)).toHaveText(['Users', 'Projects']);
  await expect(chooser(page)).toHaveAccessibleName('Project: Domain acme');

  const lead = await as(people.lead, { path: '/monitoring' });
  await expect(lead.getByRole('banner').getByText('acme-prod')).toBeVisible();
  await expect(chooser(lead)).toBeHidden();
  await expect(lead.getByText('Domain acme')).toHaveCount(0);
});
