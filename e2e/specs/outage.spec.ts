import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, ReplayCloud } from '../../server/test/engines/openstack/support/replay.ts';
import { startProduct, type RunningProduct } from '../../tools/lib/product.ts';
import { choose } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillIn } from '../support/people.ts';
import { row } from '../support/servers.ts';

let cloud: ReplayCloud;
let mirrored: RunningProduct;
let folder: string;

test.beforeEach(async () => {
  cloud = new ReplayCloud();
  await cloud.start();
  folder = mkdtempSync(join(tmpdir(), 'gantry-outage-'));
  const auth = { auth_url: cloud.authUrl, username: 'admin', password: PASSWORD, project_name: 'admin', project_domain_name: 'Default' };
  const clouds = { clouds: { replayed: { auth: { ...auth, user_domain_name: 'Default' }, region_name: 'RegionOne' } } };
  writeFileSync(join(folder, 'clouds.yaml'), JSON.stringify(clouds));
  const engine = { id: 'replayed', type: 'openstack', clouds_file: join(folder, 'clouds.yaml'), cloud: 'replayed' };
  writeFileSync(join(folder, 'gantry.yaml'), JSON.stringify({ engines: [engine] }));
  mirrored = await startProduct(join(folder, 'data'), { GANTRY_CONFIG: join(folder, 'gantry.yaml'), GANTRY_LOG_LEVEL: 'fatal' });
});

test.afterEach(async () => {
  await mirrored.stop();
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

test('an outage of the cloud is named on the list by itself, with its rows kept, and goes by itself, without a reload', async ({
  open,
}) => {
  const page = await open();
  await page.goto(`${mirrored.selfService}/login/acme?redirectUrl=${encodeURIComponent('/compute/instances')}`);
  await fillIn(page, 'alice', PASSWORD);
  await page.waitForURL((url) => !url.pathname.includes('/login'));
  await choose(page, 'acme-prod');
  await expect(row(page, 'tiny')).toBeVisible();
  const notice = page.getByText('The cloud does not answer');
  await expect(notice).toBeHidden();
  const loadedAt = await page.evaluate(() => performance.timeOrigin);

  cloud.silent.add('compute');
  await expect(notice).toBeVisible();
  await expect(page.getByText(/Out of order since .*: compute\./)).toBeVisible();
  await expect(page.getByText(/last up to date/)).toBeVisible();
  await expect(row(page, 'tiny')).toBeVisible();
  await expectAccessible(page);

  cloud.silent.clear();
  await expect(notice).toBeHidden();
  await expect(row(page, 'tiny')).toBeVisible();

  cloud.silent.add('volume');
  await page.waitForResponse((response) => response.url().includes('/api/v2/compute/servers'), { timeout: 20_000 });
  await expect(notice).toBeHidden();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
  // before its server stops, or it would complain about that
  await page.context().close();
});
