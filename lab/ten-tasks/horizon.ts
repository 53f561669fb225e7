import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'yaml';
import { z } from 'zod';
import { openHorizonStage } from './horizon-stage.ts';
import type { Hands } from './hands.ts';
import type { Candidate } from './tasks.ts';

const LIST = '/project/instances/';

/** Of a file such as `lab/openstack/compare.yaml`. */
const described = z.object({ horizon: z.url(), user: z.object({ domain: z.string(), username: z.string(), password: z.string() }) });

const row = (page: Page, name: string): Locator =>
  page.locator('#instances tbody tr').filter({ has: page.getByRole('link', { name, exact: true }) });
const modal = (page: Page): Locator => page.locator('.modal.in');
const shows = (page: Page, name: string, text: string): Promise<void> => row(page, name).getByText(text, { exact: true }).first().waitFor();
const heading = (page: Page, name: string): Locator => page.locator('.page-header').getByText(name, { exact: true });

/** An action of a row: on its button, or in the menu beside it. */
async function act({ page, click }: Hands, name: string, action: string): Promise<void> {
  await click(row(page, name).locator('.dropdown-toggle'));
  await click(row(page, name).locator('.dropdown-menu').getByText(action, { exact: true }));
}

/** Chooses in a list, of the browser or of Horizon's own making. */
async function pick({ page, click }: Hands, label: string, text: string | RegExp): Promise<void> {
  const group = modal(page).locator('.form-group').filter({ hasText: label });
  await click(group.locator('.dropdown-toggle'));
  await click(group.locator('.dropdown-menu a').filter({ hasText: text }));
}

/** Chooses in a step of the form for new servers. */
async function allocate({ page, click }: Hands, step: string, name: string): Promise<void> {
  await click(
    modal(page)
      .locator('.nav a')
      .filter({ hasText: new RegExp(`^\\s*${step}\\s*$`) }),
  );
  const available = modal(page).locator('transfer-table:visible').locator('available, .transfer-available');
  const line = available.locator('tr').filter({ hasText: name });
  await click(line.getByRole('button').last());
}

const WAYS: Candidate['ways'] = {
  async create(hands, { made }) {
    const { page, click, type } = hands;
    await click(page.getByText('Launch Instance', { exact: true }));
    await type(modal(page).getByLabel('Instance Name'), made);
    await allocate(hands, 'Source', 'lab-tiny');
    await allocate(hands, 'Flavor', 'm1.tiny');
    await allocate(hands, 'Networks', 'acme-net');
    await click(modal(page).getByRole('button', { name: 'Launch Instance' }));
    await shows(page, made, 'Active');
  },
  async find({ page, click, type, press }, { address, names }) {
    const search = page.locator('.table_search');
    await click(search.locator('.dropdown-toggle'));
    await click(search.locator('.dropdown-menu').getByText('IPv4 Address ='));
    await type(search.locator('input[type=text]'), address);
    await press('Enter');
    await row(page, names.holder).waitFor({ state: 'hidden' });
    await click(page.getByRole('link', { name: names.found, exact: true }));
    await heading(page, names.found).waitFor();
  },
  async attach(hands, { names, volume }) {
    await act(hands, names.holder, 'Attach Volume');
    await pick(hands, 'Volume ID', volume);
    await hands.click(modal(hands.page).getByRole('button', { name: 'Attach Volume' }));
    await hands.page.getByText(/Attaching volume/).waitFor();
  },
  async ssh(hands, { names }) {
    const { page, click } = hands;
    await act(hands, names.reached, 'Associate Floating IP');
    await click(modal(page).locator('a.ajax-add'));
    await click(modal(page).getByRole('button', { name: 'Allocate IP' }));
    await click(modal(page).getByRole('button', { name: 'Associate', exact: true }));
    await row(page, names.reached)
      .getByText(/172\.24\./)
      .waitFor();
  },
  async resize(hands, { names }) {
    const { page, click } = hands;
    await act(hands, names.resized, 'Resize Instance');
    await pick(hands, 'New Flavor', 'm1.small');
    await click(modal(page).getByRole('button', { name: 'Resize' }));
    await click(row(page, names.resized).getByText('Confirm Resize/Migrate'));
    await shows(page, names.resized, 'Shutoff');
  },
  async snapshot({ page, click, type, press }, { names, made }) {
    await click(row(page, names.pictured).getByText('Create Snapshot'));
    await type(modal(page).getByLabel('Snapshot Name'), made);
    await press('Enter');
    await page.waitForURL(/\/project\/images/);
  },
  async retry(hands, { names, mend }) {
    const { page, click } = hands;
    for (const name of [names.good, names.bad]) await click(row(page, name).locator('.themable-checkbox label'));
    await click(page.locator('.table_actions').getByText('More Actions'));
    await click(page.locator('.table_actions .dropdown-menu').getByText('Shut Off Instances'));
    await click(modal(page).getByText('Shut Off Instances', { exact: true }).last());
    await page.getByText(/Unable to shut off instance/i).waitFor();
    await mend();
    await act(hands, names.bad, 'Shut Off Instance');
    await click(modal(page).getByText('Shut Off Instance', { exact: true }).last());
    await shows(page, names.bad, 'Shutoff');
  },
  async switch({ page, click }, { elsewhere }) {
    await click(page.locator('.navbar .dropdown-toggle').first());
    await click(page.locator('.navbar .dropdown-menu').getByText(elsewhere, { exact: true }));
    await page.locator('.navbar .context-project').getByText(elsewhere).waitFor();
  },
  async link(hands, stage, colleague) {
    await hands.click(hands.page.getByRole('link', { name: stage.names.shown, exact: true }));
    await heading(hands.page, stage.names.shown).waitFor();
    const address = hands.page.url();
    await colleague.page.goto(address);
    await colleague.page.getByText(/Unable to retrieve details/).waitFor();
    await WAYS.switch?.(colleague, { ...stage, elsewhere: stage.project }, hands);
    await colleague.page.goto(address);
    await heading(colleague.page, stage.names.shown).waitFor();
  },
  async delete(hands, { names }) {
    await act(hands, names.doomed, 'Delete Instance');
    await hands.click(modal(hands.page).getByText('Delete Instance', { exact: true }).last());
    await row(hands.page, names.doomed).waitFor({ state: 'hidden' });
  },
};

/**
 * Horizon on the lab's cloud.
 * @param file describes it, as for `npm run compare`
 */
export async function openHorizon(file: string): Promise<Candidate> {
  const { horizon, user } = described.parse(parse(readFileSync(file, 'utf8')));
  const { clear, projects, ...stage } = await openHorizonStage(user);
  return {
    name: 'Horizon',
    stage,
    ways: WAYS,
    async signIn(page) {
      await page.goto(`${horizon}/auth/login/`);
      await page.getByLabel('Domain').fill(user.domain);
      await page.getByLabel('User Name').fill(user.username);
      await page.getByLabel('Password', { exact: true }).fill(user.password);
      await page.getByRole('button', { name: /sign in|connect/i }).click();
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    },
    async home(page, project) {
      await page.goto(`${horizon}/auth/switch/${projects[project]}/?next=${LIST}`);
      await page.locator('#instances').waitFor();
      // The session keeps what the list was searched for.
      const search = page.locator('.table_search input[type=text]');
      if ((await search.inputValue()) === '') return;
      await search.fill('');
      await search.press('Enter');
      await page.waitForLoadState();
    },
    stop: clear,
  };
}
