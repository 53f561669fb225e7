import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, actionNames, choose, create, fillServer, inSection, openActions, partOf, row, search } from '../support/servers.ts';
import { to } from '../support/to.ts';

const LIST = '/compute/instances';

/** Opens the details of a server of the list at one of their tabs. */
async function openTab(page: Page, name: string, tab: string): Promise<void> {
  await row(page, name).getByRole('link', { name, exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
}

test('a shutdown is called off while it lasts, and a guest that does not follow loses its power after the limit', async ({
  as,
  api,
  people,
}) => {
  const name = `slow-${Date.now()}`;
  await api.createServer(name, { metadata: { 'gantry.guest': 'stubborn' } });
  const page = await as(people.member, { path: `${LIST}?name=${name}` });
  await expect(row(page, name)).toContainText('Running');
  expect(await actionNames(await openActions(page, name))).not.toContain('Cancel shutdown');
  await page.keyboard.press('Escape');

  const dialog = page.getByRole('dialog');
  const shutDown = dialog.getByRole('button', { name: 'Shut down' });
  await choose(page, name, 'Shut down');
  await dialog.getByRole('checkbox', { name: 'No time limit' }).check();
  await expectAccessible(page);
  await shutDown.click();
  await expect(row(page, name)).toContainText('Running: shutting down');
  await choose(page, name, 'Cancel shutdown');
  await expect(row(page, name)).not.toContainText('shutting down');
  await expect(row(page, name)).toContainText('Running');

  await choose(page, name, 'Shut down');
  const limit = dialog.getByRole('spinbutton', { name: 'Cut the power after' });
  await limit.fill('0');
  await expect(shutDown).toBeDisabled();
  await expect(dialog.locator('[data-field-error]')).toBeVisible();
  await limit.fill('1');
  await shutDown.click();
  await expect(row(page, name)).toContainText('Stopped');
});

test(
  'high availability is turned off and on again where the cloud has it, and tags are given and found in the list',
  { tag: '@main' },
  async ({ as, api, people }) => {
    const name = `kept-up-${Date.now()}`;
    const hasHa = api.capabilities.has('server.update:ha_enabled');
    await api.createServer(name, hasHa ? { ha_enabled: true } : {});
    const page = await as(people.member, { path: `${LIST}?name=${name}` });
    await expect(row(page, name)).toContainText('Running');
    if (hasHa) {
      await choose(page, name, 'Turn off high availability');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText(`Turn off high availability: ${name}`)).toBeHidden();
      await choose(page, name, 'Turn off high availability');
      await choose(page, name, 'Turn on high availability');
    }
    const turns = (await actionNames(await openActions(page, name))).filter((action) => action.includes('high availability'));
    expect(turns).toEqual(hasHa ? ['Turn off high availability'] : []);
    await page.keyboard.press('Escape');

    await choose(page, name, 'Edit metadata');
    const dialog = page.getByRole('dialog', { name: 'Metadata' });
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('web, shop');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tags' }).check();
    await expect(row(page, name)).toContainText('shop');
    await page.keyboard.press('Escape');
    await act(page, name, 'Delete');
    await expect(row(page, name)).toBeHidden();
  },
);

test('a server gets two interfaces in one network, each with options of its own', { tag: '@main' }, async ({ as, cloud, people }) => {
  const name = `twice-${Date.now()}`;
  const page = await as(people.member);
  await create(page, cloud.server, name, () =>
    inSection(page, 'Networks', async (window) => {
      await window.getByRole('combobox', { name: 'Add an interface' }).selectOption({ label: cloud.server.network });
      await window.getByRole('button', { name: /^Interface 2 in / }).click();
      await window.getByRole('checkbox', { name: 'Spoofing protection' }).uncheck();
      await expect(window).toContainText('Security groups require spoofing protection.');
      await expectAccessible(page);
    }),
  );
  await search(page, name);
  await expect(row(page, name)).toContainText('Running');
  await openTab(page, name, 'Networks');
  const nics = page
    .getByRole('grid', { name: 'Networks of the virtual machine' })
    .getByRole('row')
    .filter({ hasText: cloud.server.network });
  await expect(nics).toHaveCount(2);
  await expect(nics.filter({ hasText: 'Off' })).toHaveCount(1);
  await expect(nics.filter({ hasText: 'default' })).toHaveCount(1);
  await page.goto(`${new URL(page.url()).origin}${LIST}?name=${name}`);
  await act(page, name, 'Delete');
  await expect(row(page, name)).toBeHidden();
});

test('an installation medium is a CD drive beside an empty disk, which comes and goes with it', async ({ as, cloud, people }) => {
  const name = `fresh-${Date.now()}`;
  const page = await as(people.member, { path: `${LIST}/add` });
  await fillServer(page, cloud.server, name);
  const volumes = partOf(page, 'Volumes');
  await expect(volumes).toContainText('Boot volume: ');
  const boot = (image: string) => inSection(page, 'Boot source', (window) => window.getByRole('radio', { name: image }).check());
  await boot('Debian installer (ISO)');
  await expect(volumes).toContainText('New volume (20 GiB)');
  await boot(cloud.server.image);
  await expect(volumes).not.toContainText('New volume');
  await boot('Debian installer (ISO)');
  await inSection(page, 'Volumes', async (window) => {
    await expect(window).toContainText('Disk for the installation');
    await window.getByRole('spinbutton', { name: 'Size in GiB' }).fill('7');
    await expectAccessible(page);
  });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await to(page, '/compute/instances');
  await search(page, name);
  await expect(row(page, name)).toContainText('Running');
  await openTab(page, name, 'Volumes');
  const held = page.getByRole('grid', { name: 'Volumes of the virtual machine' });
  await expect(held.getByRole('row').filter({ hasText: '3 GiB' })).toContainText('Boot volume');
  await expect(held).toContainText('7 GiB');
});
