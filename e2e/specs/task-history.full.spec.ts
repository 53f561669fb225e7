import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { fillTasks } from '../../tools/lib/fill-tasks.ts';
import { productEnv, startProduct, type RunningProduct } from '../../tools/lib/product.ts';
import { signInTo } from '../../tools/lib/session.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { signIn, type Person } from '../support/people.ts';

const COUNT = 3000;
const LOOKS = [{}, { viewport: { width: 390, height: 800 }, colorScheme: 'dark', locale: 'ar' }] as const;

const tasks = (page: Page): Locator => page.getByRole('grid', { name: /^(Tasks|المهام)$/ });
const rows = (page: Page): Locator => tasks(page).locator('tbody').getByRole('row');

let data: string;
let product: RunningProduct;

test.beforeAll(async ({ cloud }) => {
  data = mkdtempSync(join(tmpdir(), 'gantry-e2e-history-'));
  const settings = { ...cloud.settings, GANTRY_SAMPLE_SERVERS: '12' };
  await fillTasks(productEnv(data, settings), COUNT);
  product = await startProduct(data, { GANTRY_LOG_LEVEL: 'warn', ...settings });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(data, { recursive: true });
});

/** Its list of tasks in a browser of its own. */
async function history(open: (options?: BrowserContextOptions) => Promise<Page>, person: Person, options = {}): Promise<Page> {
  const page = await open();
  await signIn(page, product.selfService, person, '/tasks');
  if (Object.keys(options).length === 0) return page;
  const looking = await open({ ...options, storageState: await page.context().storageState() });
  await page.context().close();
  await looking.goto(`${product.selfService}/tasks`);
  return looking;
}

/** The page as it stands: it and its list no wider than their room, and by the rules of axe. */
async function looked(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.gantry-list')].map((box) => box.scrollWidth - box.clientWidth),
    );
  await expect.poll(async () => Math.max(...(await beyond()))).toBe(0);
  await expectAccessible(page);
}

test('the history of tasks is good to look at with none, three and three thousand tasks', async ({ open, people }) => {
  const pages = await Promise.all(LOOKS.map((options) => history(open, people.stranger, options)));
  for (const page of pages) {
    await expect(page.getByRole('heading', { name: /^(No tasks|لا توجد مهام)$/ })).toBeVisible();
    await looked(page);
  }
  const { domain, name, project = '', password } = people.stranger;
  const session = await signInTo(product.selfService, domain, name, project, password);
  for (const volume of ['a', 'b', 'c']) await session.post('/api/v2/compute/volumes', { name: volume, size: 1 });
  for (const page of pages) {
    await expect(rows(page)).toHaveCount(3);
    await looked(page);
  }
  for (const options of LOOKS) {
    const page = await history(open, people.member, options);
    await expect(rows(page)).toHaveCount(20);
    await looked(page);
  }
});

test('of three thousand tasks yesterday’s bulk of 200 is found in two steps, its three failures are read in full and tried again alone, and a reload and another tab agree', async ({
  open,
  people,
}) => {
  const page = await history(open, people.member);
  await page.getByRole('combobox', { name: 'Search by object' }).fill('Started:');
  await page.getByRole('option', { name: /Yesterday/ }).click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Failed' }).first().check();
  await page.keyboard.press('Escape');
  const several = rows(page).filter({ hasText: '200 objects' });
  await expect(several).toHaveCount(1);
  await expect(several).toContainText('197 of 200');
  await expect(rows(page).filter({ hasNotText: 'Failed' })).toHaveCount(0);
  const list = page.url();
  const shown = await rows(page).count();
  await page.reload();
  await expect(rows(page)).toHaveCount(shown);
  await several.getByRole('link').first().click();

  const objects = page.getByRole('grid', { name: 'Objects of this task' });
  const failures = objects.locator('tbody').getByRole('row');
  await expect(failures).toHaveCount(3);
  for (const failure of await failures.all())
    await expect(failure).toContainText(/^(\S+)FailedThe cloud refused the request\.The node of \1 is busy\.$/u);
  await expectAccessible(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('grid', { name: 'Objects of this task' }).locator('tbody').getByRole('row')).toHaveCount(3);
  await other.goto(list);
  await expect(rows(other)).toHaveCount(shown);

  await press(page, 'Retry failed objects');
  await page.getByRole('dialog').getByRole('button', { name: 'Retry failed objects' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shut down virtual machine: 3 objects');
  await expect(page.getByRole('main').getByText('Done', { exact: true }).first()).toBeVisible();
  await expect(failures.filter({ hasText: 'Done' })).toHaveCount(3);
  await other.goto(`${product.selfService}/tasks`);
  await expect(rows(other).first()).toContainText('3 objects');
});
