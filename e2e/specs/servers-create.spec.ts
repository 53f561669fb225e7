import type { Locator, Page } from '@playwright/test';
import { sessionCalls } from '@gantry/contract/nouns/session/calls';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillIn } from '../support/people.ts';
import { fillServer, inSection, partOf, row, search, sectionOf } from '../support/servers.ts';
import { to } from '../support/to.ts';

const CREATE = '/compute/instances/add';
const SCRIPT = '#cloud-config\npackages: [nginx]';

test('a name is enough for a new server: what it needs is chosen, shown and counted', { tag: '@full' }, async ({ as, people }) => {
  const name = `plain-${Date.now()}`;
  const page = await as(people.member, { path: CREATE });
  await expect(partOf(page, 'Volumes')).toContainText(/Boot volume: \d+ GiB · .*deleted with the virtual machine/);
  await expect(page.getByRole('region', { name: 'Quota after creation' })).toContainText(/vCPU\d+ \+ 1 of \d+/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await to(page, '/compute/instances');
  await search(page, name);
  await expect(row(page, name)).toContainText('Running');
});

test('a virtual machine is made of the image that one looks at', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/images' });
  const line = page.getByRole('grid', { name: 'Images' }).getByRole('row').last();
  const image = await line.getByRole('link').innerText();
  await line.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Create virtual machine' }).click();
  await expect(page).toHaveURL(/\/compute\/instances\/add\?image=/);
  await expect(page.getByRole('list', { name: 'Settings of the virtual machine' })).toContainText(image);
  await page.getByRole('button', { name: 'Cancel' }).first().click();
});

test('the button that creates stays in sight on a phone, in Arabic and the dark theme', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: `${CREATE}?locale=ar`, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('button', { name: 'إنشاء', exact: true })).toBeInViewport();
  await page.getByRole('button', { name: /: الحجم$/ }).click();
  await expect(page.getByRole('button', { name: 'إنشاء', exact: true })).toBeInViewport();
  // Below it nothing of the form looks out.
  const end = await page.locator('.gantry-form-foot').evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom));
  expect(end).toBe(844);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** Each step of the form: its address and title, what is chosen there, and what the summary shows of it. */
async function chooseAll(page: Page): Promise<void> {
  const summary = page.getByRole('list', { name: 'Settings of the virtual machine' });
  const step = async (address: string, title: string, work: (section: Locator) => Promise<void>, shows: string): Promise<void> => {
    await to(page, `${CREATE}/${address}`);
    await work(sectionOf(page, title));
    await page.getByRole('button', { name: `Done: ${title}` }).click();
    await expect(page).toHaveURL((url) => url.pathname === CREATE);
    await expect(summary.getByRole('listitem').filter({ hasText: title })).toContainText(shows);
  };
  await step('image', 'Boot source', (section) => section.getByRole('radio', { name: 'Debian 13' }).check(), 'Debian 13');
  await step('flavor', 'Flavor', (section) => section.getByRole('radio', { name: 'tiny' }).check(), 'tiny');
  await step('networks', 'Networks', (section) => section.getByRole('checkbox', { name: 'private' }).first().check(), 'private');
  const addVolume = async (section: Locator) => {
    await section.getByRole('button', { name: 'Add an empty volume' }).click();
    await section.getByRole('textbox', { name: 'Volume name' }).fill('data');
    await section.getByRole('spinbutton', { name: 'Size in GiB' }).fill('5');
  };
  await step('volumes', 'Volumes', addVolume, 'data (5 GiB)');
  await step('key', 'SSH key', (section) => section.getByRole('radio', { name: 'No key' }).check(), 'No key');
  await step('script', 'Script', (section) => section.getByRole('textbox', { name: 'Script' }).fill(SCRIPT), '2 lines');
}

test('each step of a new server has an address, and its choice shows in the form [route.instances.add-steps]', async ({ as, people }) => {
  await chooseAll(await as(people.member, { path: CREATE }));
});

test(
  'the choices for new servers outlive a reload and the end of the session, and three servers are created',
  { tag: '@full' },
  async ({ as, complaints, people }) => {
    const name = `trio-${Date.now()}`;
    const page = await as(people.lead, { path: CREATE, fresh: true });
    const origin = new URL(page.url()).origin;
    const summary = page.getByRole('list', { name: 'Settings of the virtual machine' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('spinbutton', { name: 'Number' }).fill('3');
    await expect(page.getByText(`Names: ${name}-1 to ${name}-3.`)).toBeVisible();
    await chooseAll(page);
    await page.reload();
    for (const text of ['Debian 13', 'tiny', 'private', 'data (5 GiB)', '2 lines']) await expect(summary).toContainText(text);

    // The session ends elsewhere: signing in again leads back to the form with all of it.
    complaints.expect(/status of 401/);
    const session = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await page.request.post(`${origin}${sessionCalls.logout.path}`, { headers: { [SESSION_HEADER]: session } });
    await page.goto(`${origin}${CREATE}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await fillIn(page, people.lead.name, people.lead.password);
    await expect(page.getByText('Your previous input has been restored.')).toBeVisible();
    for (const text of ['Debian 13', 'tiny', 'private', 'data (5 GiB)', '2 lines']) await expect(summary).toContainText(text);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Create 3' }).click();
    await expect(page).toHaveURL(/\/compute\/instances(\?|$)/);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
    await search(page, name);
    for (const number of [1, 2, 3]) await expect(row(page, `${name}-${number}`)).toContainText('Running');
  },
);

test(
  'the form of a new server says what is wrong at each section, what the cloud refuses and what exceeds the quota',
  { tag: '@full' },
  async ({ as, complaints, people, cloud }) => {
    const page = await as(people.member, { path: CREATE });
    const main = page.getByRole('main');
    await expect(main.getByText('Nothing selected').first()).toBeVisible();
    await expectAccessible(page);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await expect(name).toBeFocused();
    await name.fill('kept');
    await inSection(page, 'Boot source', (section) => section.getByRole('button', { name: 'Existing volume' }).click());
    await create.click();
    await expect(partOf(page, 'Boot source')).toContainText('This field is required.');
    await expect(page.getByRole('button', { name: 'Choose: Boot source' })).toBeFocused();
    await expect(name).toHaveValue('kept');
    await expectAccessible(page);
    await inSection(page, 'Boot source', (section) => section.getByRole('button', { name: 'Image', exact: true }).click());
    await fillServer(page, cloud.server, `wrong-${Date.now()}`);
    complaints.expect(/status of (400|409)/);

    const addresses = (window: Locator) => window.getByRole('textbox', { name: 'IPv4 address 1' });
    await inSection(page, 'Networks', async (window) => {
      await window.getByRole('button', { name: /^Interface 1 in / }).click();
      await addresses(window).fill('192.0.2.1');
      await expectAccessible(page);
    });
    await create.click();
    await expect(partOf(page, 'Networks')).toContainText('This address is outside the subnets of the network.');
    await expect(page.getByRole('button', { name: 'Change: Networks' })).toBeFocused();
    await inSection(page, 'Networks', (window) => addresses(window).fill(''));

    await page.getByRole('spinbutton', { name: 'Number' }).fill('50');
    await expect(page.getByRole('region', { name: 'Quota after creation' })).toContainText('Quota exceeded');
    await inSection(page, 'Flavor', async (window) => {
      await expect(window.getByRole('radio', { name: 'xlarge' })).toBeDisabled();
      await expect(window.getByRole('row').filter({ hasText: 'xlarge' })).toContainText('Exceeds the quota');
      await expectAccessible(page);
    });
    await page.getByRole('button', { name: 'Change: Flavor' }).click();
    await expect(page).toHaveURL(/\/add\/flavor$/);
    await page.goBack();
    await expect(sectionOf(page, 'Flavor')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change: Flavor' })).toBeFocused();
  },
);

test('a user who may not create servers is told so [route.instances.add]', async ({ as, people }) => {
  const page = await as(people.domainAdmin, { path: `${CREATE}/flavor` });
  await expect(page).toHaveURL(/\/error403/);
});
