import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../../tools/lib/product.ts';
import { USER } from './gantry-stage.ts';
import type { Hands } from './hands.ts';
import type { Task, Way } from './tasks.ts';

const HOME = '/compute/instances';

export const row = (page: Page, name: string): Locator =>
  page
    .getByRole('grid', { name: 'Virtual machines' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
export const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
/** Which project is entered, and the way into others. */
export const chooser = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Project: / });
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');
export const open = ({ page, click }: Hands, name: string): Promise<void> => click(page.getByRole('link', { name, exact: true }).first());

/** An action of a row's menu, by the group that it is in, if any. */
export async function act({ page, click }: Hands, name: string, ...lines: readonly string[]): Promise<void> {
  await click(button(page, `Actions for ${name}`));
  for (const line of lines) await click(page.getByRole('menuitem', { name: line, exact: true }));
}

/** Keeps the new size of a server that was shut off, once it has it. `asked`: what else it takes to be sure. */
export async function keepSize(hands: Hands, name: string, asked: () => Promise<void> = async () => {}): Promise<void> {
  await row(hands.page, name).getByText('Resized, waiting for confirmation').waitFor();
  await act(hands, name, 'Confirm new size');
  await asked();
  await row(hands.page, name).getByText('Stopped').waitFor();
}

export async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login/${USER.domain}`);
  await page.getByLabel('User name').fill(USER.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
  await chooser(page).waitFor();
}

/** Goes to the list of servers of a project, by its address. */
export async function home(page: Page, base: string, project: string): Promise<void> {
  await page.goto(base + HOME);
  const entered = page.getByRole('banner').getByRole('button', { name: `Project: ${project}` });
  await chooser(page).waitFor();
  if (!(await entered.isVisible())) {
    await chooser(page).click();
    await page.getByRole('menuitem', { name: project }).click();
    await entered.waitFor();
    await page.goto(base + HOME);
  }
  // A list, or what stands in its place where there is nothing.
  await page
    .getByRole('grid')
    .getByRole('row')
    .nth(1)
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
}

/** The shortest way of each task that somebody finds who knows the console. */
export const WAYS: Readonly<Record<Task, Way>> = {
  async create(hands, { made }) {
    await hands.click(button(hands.page, 'Create virtual machine'));
    await hands.type(hands.page.getByRole('textbox', { name: 'Name', exact: true }), made);
    await hands.press('Enter');
    await heading(hands.page, made).waitFor();
    await hands.page.getByRole('main').getByText('Running').first().waitFor();
  },
  async find(hands, { address, names }) {
    await hands.press('.');
    await hands.type(hands.page.getByRole('combobox', { name: 'Search and commands' }), address);
    await hands.page.getByRole('option', { name: new RegExp(`^${names.found}`) }).waitFor();
    await hands.press('Enter');
    await heading(hands.page, names.found).waitFor();
  },
  async attach(hands, { names, volume }) {
    await open(hands, names.holder);
    await hands.click(hands.page.getByRole('tab', { name: 'Volumes' }));
    await hands.click(button(hands.page, 'Attach volume'));
    const dialog = dialogOf(hands.page);
    await hands.click(dialog.getByRole('radio', { name: volume }));
    await hands.click(button(dialog, 'Attach volume'));
    await hands.page.getByRole('tabpanel').getByText(volume).waitFor();
  },
  async ssh(hands, { names }) {
    await open(hands, names.reached);
    await hands.click(hands.page.getByRole('tab', { name: 'Networks' }));
    await hands.click(hands.page.getByRole('tabpanel').getByRole('button', { name: /^Actions for/ }));
    await hands.click(hands.page.getByRole('menuitem', { name: 'Assign floating IP', exact: true }));
    const dialog = dialogOf(hands.page);
    await hands.click(dialog.getByRole('radio', { name: 'public' }));
    await hands.click(button(dialog, 'Assign floating IP'));
    await hands.click(hands.page.getByRole('tab', { name: 'Overview' }));
    await hands.page.getByText(/^ssh \S+@203\./).waitFor();
  },
  async resize(hands, { names }) {
    await act(hands, names.resized, 'Change', 'Resize');
    await hands.click(dialogOf(hands.page).getByRole('radio', { name: 'medium' }));
    await hands.click(button(dialogOf(hands.page), 'Resize'));
    await keepSize(hands, names.resized);
  },
  async snapshot(hands, { names }) {
    await act(hands, names.pictured, 'Create image');
    await hands.click(button(dialogOf(hands.page), 'Create image'));
    await dialogOf(hands.page).waitFor({ state: 'hidden' });
  },
  async retry(hands, { names, mend }) {
    const { page, click } = hands;
    for (const name of [names.good, names.bad]) await click(row(page, name).getByRole('checkbox'));
    await click(button(page, 'Shut down'));
    await click(button(dialogOf(page), 'Shut down'));
    await page.getByRole('list', { name: 'Notifications' }).getByText('Failed').first().waitFor();
    await mend();
    await click(button(page, 'Retry failed objects'));
    await row(page, names.bad).getByText('Stopped').waitFor();
  },
  async switch(hands, { elsewhere }) {
    await hands.click(chooser(hands.page));
    await hands.click(hands.page.getByRole('menuitem', { name: elsewhere }));
    await hands.page
      .getByRole('banner')
      .getByRole('button', { name: `Project: ${elsewhere}` })
      .waitFor();
  },
  async link(hands, { names, project }, colleague) {
    await open(hands, names.shown);
    await heading(hands.page, names.shown).waitFor();
    await colleague.page.goto(hands.page.url());
    await colleague.click(button(colleague.page, `Switch to ${project}`));
    await heading(colleague.page, names.shown).waitFor();
  },
  async delete(hands, { names }) {
    await act(hands, names.doomed, 'Delete');
    const dialog = dialogOf(hands.page);
    await hands.type(dialog.getByRole('textbox', { name: /^To confirm, type: / }), names.doomed);
    await hands.press('Enter');
    await row(hands.page, names.doomed).waitFor({ state: 'hidden' });
  },
  async balance({ page, click, type }, { names, made, project }) {
    const inDialog = (name: string): Promise<void> => click(button(dialogOf(page), name));
    await click(page.getByRole('navigation').getByRole('link', { name: 'Load balancers', exact: true }));
    await click(button(page, 'Create load balancer').first());
    await type(page.getByRole('textbox', { name: 'Name', exact: true }), made);
    await click(page.getByRole('radio', { name: `${project}-private` }));
    await click(button(page, 'Add pool'));
    await type(dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }), made);
    await inDialog('Choose virtual machines');
    for (const name of [names.found, names.holder]) await click(dialogOf(page).getByRole('checkbox', { name, exact: true }));
    await inDialog('Apply');
    await inDialog('Add pool');
    await click(button(page, 'Create'));
    await heading(page, made).waitFor();
    await page.locator('.gantry-details-head').getByText('Active').waitFor();
  },
};
