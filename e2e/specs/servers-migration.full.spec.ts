import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, actionNames, choose, confirmed, openActions, row } from '../support/servers.ts';

/** Sets a server on its way to another node. */
async function migrate(page: Page, name: string): Promise<void> {
  await act(page, name, 'Live migrate');
  await expect(row(page, name)).toContainText('Migrating');
}

test('a live migration is stopped or hurried while it goes on, and a deletion asks what becomes of each volume', async ({
  as,
  api,
  people,
}) => {
  const name = `moves-${Date.now()}`;
  const disk = `disk-of-${name}`;
  await api.createServer(name, { metadata: { 'gantry.fault': 'liveMigrate:stuck' }, volumes: [{ name: disk, size: 1 }] });
  const page = await as(people.admin, { path: `/compute/instances?name=${name}` });
  await expect(row(page, name)).toContainText('Running');

  const offered = await actionNames(await openActions(page, name));
  for (const end of ['Stop migration', 'Finish migration now']) expect(offered).not.toContain(end);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  for (const end of ['Stop migration', 'Finish migration now']) {
    await migrate(page, name);
    await act(page, name, end);
    await expect(row(page, name)).toContainText('Running');
  }

  await choose(page, name, 'Delete');
  const dialog = page.getByRole('dialog');
  const goes = dialog.getByRole('checkbox', { name: `Delete ${disk} with the virtual machine` });
  await expect(goes).not.toBeChecked();
  await expectAccessible(page);
  await goes.check();
  expect(await api.countVolumes(disk)).toBe(1);
  await confirmed(dialog, 'Delete');
  await expect(row(page, name)).toBeHidden();
  await expect.poll(() => api.countVolumes(disk)).toBe(0);
});
