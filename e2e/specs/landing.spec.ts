/** Where one begins: `/` leads to what there is (S0 §2, §4). */
import type { Page } from '@playwright/test';
import { choose } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { switchedFor } from '../support/object-storage.ts';

const CLUSTER = '**/api/v2/compute/cluster';
const STORAGE = '**/api/v2/s3service';

const cluster = (status: string) => ({
  id: 'compute',
  status,
  task_id: null,
  capabilities: { os_distributions: [], k8saas_versions: [], k8saas_capabilities: [] },
  features: [],
  options: { endpoint_hostname: null },
  available_nodes: null,
  revision: 1,
});

/** What the platform says of its compute cluster from now on. */
const says = (page: Page, status: string) => page.route(CLUSTER, (route) => route.fulfill({ json: cluster(status) }));

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('a project begins at what is there: compute, else object storage, else a page that says so, and its menu has no compute without a cluster [landing.fetch, landing.s3, landing.none, route.no-service, menu.compute-conditional]', async ({
  as,
  complaints,
  people,
  product,
}) => {
  const page = await as(people.member, { path: '/void' });
  const asked = [page.waitForRequest(CLUSTER), page.waitForRequest(STORAGE)];
  await page.goto(new URL('/', page.url()).href);
  await Promise.all(asked);
  await expect(page).toHaveURL(/\/monitoring$/);
  await expect(menu(page).getByRole('link', { name: 'Virtual machines' })).toBeVisible();

  await says(page, 'absent');
  await page.goto(new URL('/', page.url()).href);
  await expect(page).toHaveURL(/\/s3-storage\/buckets$/);
  await expect(menu(page).getByRole('link', { name: 'Object storage' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Virtual machines' })).toHaveCount(0);
  await expect(menu(page).getByRole('link', { name: 'Networks' })).toHaveCount(0);

  complaints.expect(/status of 403/);
  const change = await switchedFor(product, people.admin, people.member.domain);
  await change(false);
  await page.goto(new URL('/', page.url()).href);
  await expect(page).toHaveURL(/\/no-service$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No services available');
  await expectAccessible(page);
  await change(true);
});

test('setting a project asks for the figures of the cluster once, and fills the numbers of its overview [choice.compute-stat-call]', async ({
  as,
  people,
}) => {
  const page = await as(people.domainAdmin, { path: '/users' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/compute/cluster/stat')) asked.push(`${request.method()} ${request.postData() ?? ''}`);
  });
  await choose(page, 'acme-prod');
  await menu(page).getByRole('link', { name: 'Overview' }).click();
  const running = page.getByRole('region', { name: 'Virtual machines', exact: true }).getByRole('link', { name: /Running/ });
  await expect(running).toHaveText(/[1-9]/);
  expect(asked).toEqual(['GET ']);
});

test('domain mode begins at the users [landing.domain-mode]', async ({ as, people }) => {
  const page = await as(people.domainAdmin, { path: '/' });
  await expect(page).toHaveURL(/\/users$/);
});

test('administration begins at its overview if the figures of the cluster are answered, which are asked for once, else at the infrastructure [landing.hyperconverged, choice.hyperconverged-landing-call]', async ({
  as,
  complaints,
  people,
}) => {
  const page = await as(people.admin, { path: '/void' });
  const stats: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/compute/cluster/stat')) stats.push(request.method());
  });
  await page.goto(new URL('/', page.url()).href);
  await expect(page).toHaveURL(/\/monitoring$/);
  const compute = page.getByRole('region', { name: 'Compute', exact: true });
  await expect(compute).toContainText('Active');
  await expect(page.getByRole('region', { name: 'Storage', exact: true })).toContainText('Healthy');
  expect(stats).toEqual(['GET']);
  await expectAccessible(page);

  complaints.expect(/status of 500/);
  await page.route('**/api/v2/compute/cluster/stat', (route) =>
    route.fulfill({ status: 500, json: { error: { err_code: 'internal', message: 'broken' } } }),
  );
  await page.goto(new URL('/', page.url()).href);
  await expect(page).toHaveURL(/\/compute\/nodes$/);
});
