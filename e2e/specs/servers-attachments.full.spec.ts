import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, row } from '../support/servers.ts';

const VOLUMES = 'Volumes of the virtual machine';
const NETWORKS = 'Networks of the virtual machine';

const rowIn = (page: Page, label: string, text: string): Locator =>
  page.getByRole('grid', { name: label }).getByRole('row').filter({ hasText: text });

/** Asks for an action of a row's menu. */
async function ask(page: Page, row: Locator, action: string): Promise<Locator> {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Headings of which a word does not fit its column, and is broken. */
const brokenHeadings = (within: Locator): Promise<string[]> =>
  within.getByRole('columnheader').evaluateAll((headings) =>
    headings
      .filter((heading) => {
        const width = heading.clientWidth;
        heading.style.overflowWrap = 'normal';
        return heading.clientWidth > width;
      })
      .map(({ textContent }) => textContent),
  );

/** Addresses of the interfaces that are shown. */
const addresses = async (page: Page): Promise<string[]> =>
  (await page.getByRole('grid', { name: NETWORKS }).innerText()).match(/\b\d+(\.\d+){3}\b/g) ?? [];

test(
  'a volume is detached and attached, an interface is added and removed, seen live in a second browser',
  {
    tag: '@main',
  },
  async ({ as, api, cloud, complaints, people }) => {
    // The address that is taken.
    complaints.expect(/status of 400.*attach-interface/);
    const name = `holds-${Date.now()}`;
    const disk = `disk-of-${name}`;
    await api.createServer(name, { volume_size: 4, volumes: [{ name: disk, size: 1 }] });
    const list = `/compute/instances?name=${name}`;
    const page = await as(people.member, { path: list });
    await expect(row(page, name)).toContainText('Running');
    await row(page, name).getByRole('link').click();
    await page.getByRole('tab', { name: 'Volumes' }).click();
    const address = new URL(page.url());
    const other = await as(people.lead, { path: address.pathname + address.search });

    await test.step('volumes', async () => {
      await expect(page.getByRole('grid', { name: VOLUMES }).getByText('Boot volume')).toHaveCount(1);
      await rowIn(page, VOLUMES, 'Boot volume')
        .getByRole('button', { name: /^Actions for/ })
        .click();
      await expect(page.getByRole('menuitem', { name: /^Detach/ })).toContainText('The virtual machine boots from this volume.');
      await page.keyboard.press('Escape');

      const held = rowIn(other, VOLUMES, disk);
      await expect(held).toContainText('In use');
      const detach = await ask(page, rowIn(page, VOLUMES, disk), 'Detach');
      await expect(detach).toContainText('has not written to this volume is lost');
      const force = detach.getByRole('button', { name: 'Force detach' });
      await expect(force).toBeDisabled();
      await detach.getByRole('textbox').fill(disk);
      await force.click();
      await expect(detach).toBeHidden();
      await expect(held).toBeHidden();

      await page.getByRole('button', { name: 'Attach volume' }).click();
      const attach = page.getByRole('dialog');
      await attach.getByRole('radio', { name: disk }).check();
      await expectAccessible(page);
      await attach.getByRole('button', { name: 'Attach volume' }).click();
      await expect(attach).toBeHidden();
      await expect(held).toContainText('In use');
      await expect(held).not.toContainText('Boot volume');
      const goes = { name: `Delete ${disk} with the virtual machine` };
      await page.getByRole('switch', goes).press('Space');
      await expect(other.getByRole('switch', goes)).toBeChecked();
      await expectAccessible(page);
    });

    await test.step('interfaces', async () => {
      for (const one of [page, other]) await one.getByRole('tab', { name: 'Networks' }).click();
      const add = async (ip?: string): Promise<Locator> => {
        await page.getByRole('button', { name: 'Add interface' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('radio', { name: cloud.server.network }).check();
        if (ip !== undefined) await dialog.getByRole('textbox', { name: 'IPv4 address 1' }).fill(ip);
        await dialog.getByRole('button', { name: 'Add interface' }).click();
        return dialog;
      };
      await expect.poll(() => addresses(other)).toHaveLength(1);
      const before = await addresses(other);
      await expect(await add()).toBeHidden();
      await expect.poll(() => addresses(other)).toHaveLength(2);
      const [ip = ''] = (await addresses(other)).filter((one) => !before.includes(one));
      const again = await add(ip);
      await expect(again).toContainText('This address is already in use.');
      await expectAccessible(page);
      await again.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
      await expect(again).toBeHidden();
      const remove = await ask(page, rowIn(page, NETWORKS, ip), 'Remove');
      await expect(remove).toContainText(ip);
      await remove.getByRole('button', { name: 'Remove' }).click();
      await expect(rowIn(other, NETWORKS, ip)).toBeHidden();
      // Nobody has it any more.
      await expect(await add(ip)).toBeHidden();
      await expect(rowIn(other, NETWORKS, ip)).toBeVisible();
    });

    await page.goto(`${address.origin}${address.pathname}/edit/volumes`);
    const dialog = page.getByRole('dialog', { name: 'Volumes' });
    await expect(dialog.getByRole('grid', { name: VOLUMES })).toContainText('Boot volume');
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await brokenHeadings(dialog)).toEqual([]);
    if (usual) await page.setViewportSize(usual);
    await dialog.getByRole('button', { name: 'Attach volume' }).click();
    await page
      .getByRole('dialog', { name: /^Attach a volume to/ })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL(new RegExp(`${address.pathname}$`));

    await other.goto('about:blank');
    await page.goto(address.origin + list);
    await act(page, name, 'Delete');
    await expect(row(page, name)).toBeHidden();
  },
);
