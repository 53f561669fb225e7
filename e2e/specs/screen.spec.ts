import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { openActions, table } from '../support/servers.ts';

const ACTIVE = '/compute/instances?status=["ACTIVE"]&sort=created_at:asc';
const log = (page: Page) => page.getByRole('textbox', { name: 'Console log' });

test('the console of a server opens in a tab of its own, without a shell, and follows what the server writes [route.vm-console]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: ACTIVE });
  const name = (await table(page).getByRole('row').nth(1).getByRole('link').innerText()).trim();
  const opened = page.waitForEvent('popup');
  await (await openActions(page, name)).getByRole('menuitem', { name: 'Open console' }).click();
  const screen = await opened;
  await expect(screen).toHaveTitle(`${name} - Gantry`);
  await expect(screen).toHaveURL(/\/compute\/servers\/instances\/[^/#]+\/console$/);
  await expect(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(screen.getByText('This virtual machine has no display.')).toBeVisible();
  await expect(screen.getByRole('banner')).toHaveCount(0);
  await expect(screen.getByRole('navigation')).toHaveCount(0);
  await expect(log(screen)).not.toHaveValue('');
  await expectAccessible(screen);
  const before = await log(screen).inputValue();
  await screen.getByRole('button', { name: 'Power', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Shut down', exact: true }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Shut down', exact: true }).click();
  await expect(screen.getByText('The virtual machine is not running.')).toBeVisible();
  await expect(log(screen)).not.toHaveValue(before);
  await screen.getByRole('button', { name: 'Power', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Start', exact: true }).click();
  await expect(screen.getByText('The virtual machine is not running.')).toBeHidden();
});

test(
  'a link with a ticket shows the console of a server to whoever has it, once, and nothing else',
  { tag: '@full' },
  async ({ as, visit, people, api }) => {
    const page = await as(people.member, { path: ACTIVE });
    const link = table(page).getByRole('row').nth(1).getByRole('link');
    const [name, href] = [(await link.innerText()).trim(), (await link.getAttribute('href')) ?? ''];
    const serverId = href.split('/').at(-1) ?? '';
    const address = `/compute/servers/instances/${serverId}/console`;
    const token = await api.ticket(serverId);
    const guest = await visit(`${address}#${token}`);
    await expect(guest.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(log(guest)).not.toHaveValue('');
    expect(new URL(guest.url()).hash, 'the ticket is not left in the address').toBe('');
    await expect(guest.getByRole('button', { name: 'Power', exact: true })).toHaveCount(0);
    const second = await visit(`${address}#${token}`);
    await expect(second.getByText('The link to this console is no longer valid.')).toBeVisible();
    await expect(second.getByRole('heading', { level: 1, name: 'Console' })).toBeVisible();
    await expect(second.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(second);
    const without = await visit(address);
    await expect(without.getByText('The link to this console is no longer valid.')).toBeVisible();
  },
);
