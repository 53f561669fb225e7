/** VPN connections: made in five steps, looked at, changed, restarted and deleted. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { make } from '../support/section.ts';
import { NETWORKS, ROUTERS, step, withSubnet } from '../support/sections.ts';
import { to } from '../support/to.ts';

const PATH = '/compute/vpn';
const KEY = 'w7Rk2-pQ9zL_4mXc';
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** A router outside with a network behind it. */
async function makeSite(page: Page, name: string, cidr: string): Promise<void> {
  await to(page, `${NETWORKS.path}/add`);
  await make(page, { ...NETWORKS, fill: withSubnet(cidr) }, name);
  await to(page, `${ROUTERS.path}/add`);
  const fill = async () => {
    await page.getByRole('radio', { name: 'public' }).check();
    await page.getByRole('checkbox', { name }).check();
  };
  await make(page, { ...ROUTERS, fill }, name);
}

test('a VPN connection is made in five steps, shows what it is made of, is edited, restarted and deleted [route.vpn, route.vpn.add, route.vpn.details, route.vpn.edit, vpn.related]', async ({
  as,
  complaints,
  people,
}) => {
  // What is deleted while its page is open is looked for once more.
  complaints.expect(/status of 404/);
  const [name, site] = [`vpn-${Date.now()}`, `site-${Date.now()}`];
  const page = await as(people.member, { path: `${NETWORKS.path}/add` });
  await makeSite(page, site, '10.140.0.0/24');

  await to(page, `${PATH}/add`);
  await page.getByRole('combobox', { name: 'Authentication algorithm' }).selectOption('sha1');
  await expect(page.getByText('Weak algorithms: sha1.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Authentication algorithm' }).selectOption('sha256');
  await step(page, 'Configure IPsec');
  await step(page, 'Endpoint groups');
  await page.getByRole('radio', { name: site }).check();
  await page.getByRole('checkbox', { name: site }).check();
  await box(page, 'Remote range 1').fill('10.140.0.0/16');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('The remote range 10.140.0.0/16 overlaps the local range 10.140.0.0/24.')).toBeVisible();
  await box(page, 'Remote range 1').fill('10.141.0.0/16');
  await step(page, 'Connection');
  await box(page, 'Name').fill(name);
  await box(page, 'Peer address').fill('203.0.113.77');
  await box(page, 'Pre-shared key').fill(KEY);
  await box(page, 'Confirm key').fill(KEY);
  await expectAccessible(page);
  await step(page, 'Summary');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download settings for the peer' }).click();
  const file = await readFile((await (await download).path())!, 'utf8');
  expect(file).toContain('Local networks: 10.141.0.0/16\n  Remote networks: 10.140.0.0/24');
  expect(file).not.toContain(KEY);
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('This is normal after creation')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Local endpoint group' })).toContainText('10.140.0.0/24');
  await expect(page.getByRole('region', { name: 'Remote endpoint group' })).toContainText('10.141.0.0/16');
  await expect(page.getByRole('region', { name: 'IKE policy' })).toContainText('aes-256');
  await expect(page.getByRole('region', { name: 'IPsec policy' })).toContainText('3,600 s');
  await expect(page.getByRole('region', { name: 'Connection log' })).toContainText('The peer does not respond');
  await expectAccessible(page);
  const id = new URL(page.url()).pathname.split('/')[3] ?? '';

  const back = Buffer.from(JSON.stringify({ name: '/compute/routers', params: {}, query: {} })).toString('base64url');
  await to(page, `${PATH}/${id}/edit/${back}`);
  await box(page, 'Peer address').fill('203.0.113.78');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/compute\/routers$/);
  await to(page, PATH);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('203.0.113.78');

  const viewer = await as(people.viewer, { path: PATH });
  await expect(viewer.getByRole('link', { name })).toBeVisible();
  for (const address of [`${PATH}/add`, `${PATH}/${id}/edit`]) {
    await to(viewer, address);
    await expect(viewer).toHaveURL(/\/error403/);
  }
  // No role lacks the right to read: it is taken out of what the server grants.
  await viewer.route('**/api/v2/meta', async (route) => {
    const response = await route.fetch();
    const { data, ...meta } = (await response.json()) as { data: Record<string, unknown> };
    const granted = Object.entries(data).filter(([subject]) => !subject.startsWith('compute_vpn'));
    await route.fulfill({ response, json: { ...meta, data: Object.fromEntries(granted) } });
  });
  await viewer.reload();
  await to(viewer, PATH);
  await expect(viewer).toHaveURL(/\/error403/);

  await to(page, `${PATH}/${id}`);
  await press(page, 'Restart');
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('The connection is down')).toBeVisible();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
});
