/** Takes every action of a thing as somebody would who fills only what is asked for, and finds out what comes of it. */
import type { Locator, Page } from '@playwright/test';
import type { Session } from '../../tools/lib/session.ts';
import { expect } from './fixtures.ts';
import { actionNames, find, typePhrase } from './servers.ts';
import { to } from './to.ts';

/** A noun whose things have actions. */
export interface Acted {
  /** Address of its list. */
  path: string;
  /** Makes a thing for one action. Returns what its row is called. */
  make(name: string): Promise<string>;
}

/** What came of an action: it was sent, it led to another page, or it is off for a new thing. */
export type Outcome = 'sent' | 'led on' | 'off';

const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) })
    .first();

/** Opens the menu of the only row that a search for it leaves. */
async function menuOf(page: Page, { path }: Acted, name: string): Promise<Locator> {
  await to(page, `${path}?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  const menu = page.getByRole('menu').last();
  await expect(menu).toBeVisible();
  return menu;
}

/** Names of all actions of a thing. */
export async function actionsOf(page: Page, noun: Acted, name: string): Promise<string[]> {
  const names = await actionNames(await menuOf(page, noun, name));
  await page.keyboard.press('Escape');
  return names;
}

/** Fills what a form says that it lacks: the first choice of each kind, a text, a number. */
async function fill(dialog: Locator, text: string): Promise<void> {
  await typePhrase(dialog);
  for (const group of await dialog.getByRole('radiogroup').all()) {
    const choices = group.getByRole('radio', { disabled: false });
    if ((await choices.count()) > 0 && (await group.getByRole('radio', { checked: true }).count()) === 0) await choices.first().check();
  }
  for (const select of await dialog.locator('select').all()) {
    const options = await select.locator('option:not([disabled])').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    const first = options.find((value) => value !== '');
    if ((await select.inputValue()) === '' && first !== undefined) await select.selectOption(first);
  }
  for (const group of await dialog.getByRole('group').all()) {
    const choices = group.getByRole('checkbox', { disabled: false });
    const lacks = group.getByText('This field is required.');
    if ((await lacks.count()) > 0 && (await choices.count()) > 0) await choices.first().check();
  }
  for (const field of await dialog.locator('input[aria-invalid="true"], textarea[aria-invalid="true"]').all()) {
    const type = await field.getAttribute('type');
    if (type === 'checkbox' || type === 'radio') await field.check();
    else if (type === 'number') await field.fill('2');
    else await field.fill(type === 'password' ? `${text}-Password-1` : text);
  }
}

/** Submits a dialog. Throws what it says where it does not close by it. */
async function submit(dialog: Locator, text: string): Promise<void> {
  const button = dialog.locator('.pf-v6-c-modal-box__footer button').first();
  // What a form lacks it says once it is sent.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await fill(dialog, text);
    await button.click();
    // What stands at a field, or above them all.
    const said = dialog.locator('[aria-invalid="true"], [data-field-error], [role="alert"]');
    await expect.poll(async () => (await dialog.count()) === 0 || (await said.count()) > 0).toBe(true);
    if ((await dialog.count()) === 0) return;
  }
  throw new Error(`the dialog stays: ${(await dialog.innerText()).replaceAll(/\s+/g, ' ')}`);
}

/** Waits until all tasks since then have ended, and throws where one has not succeeded. */
async function settled(session: Session, since: string): Promise<void> {
  interface Told {
    name: string;
    state: string;
    created_at: string;
  }
  let ended: Told[] = [];
  await expect
    .poll(async () => {
      const { data } = (await session.get('/api/v2/tasks?limit=50&sort=created_at:desc')) as { data: Told[] };
      ended = data.filter(({ created_at: at }) => at >= since);
      return ended.filter(({ state }) => !/^(success|failure|cancelled)$/.test(state));
    })
    .toEqual([]);
  expect(ended.filter(({ state }) => state !== 'success')).toEqual([]);
}

/** Runs in the page: the text of a row without what is used of it, which moves by itself. */
function settledText(row: HTMLElement | SVGElement): string {
  const heads = [...(row.closest('table')?.querySelectorAll('thead tr > *') ?? [])];
  const cells = [...row.children].filter((_, place) => heads[place]?.textContent?.startsWith('Used') !== true);
  return cells.map((cell) => (cell instanceof HTMLElement ? cell.innerText.trim() : '')).join(' | ');
}

/** Takes an action on a new thing, and compares the list as it stands afterwards with the list as it is loaded anew. */
export async function take(page: Page, fresh: Page, session: Session, noun: Acted, action: string, name: string): Promise<Outcome> {
  const called = await noun.make(name);
  const since = new Date().toISOString();
  const menu = await menuOf(page, noun, called);
  const before = new URL(page.url()).pathname;
  const line = await find(page, menu, action);
  if ((await line.getAttribute('aria-disabled')) === 'true') return 'off';
  const dialog = page.getByRole('dialog');
  const asked = dialog.waitFor().then(() => 'asked' as const);
  const sent = page
    .waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes('/api/v2/'))
    .then(() => 'sent' as const);
  const led = page.waitForURL(({ pathname }) => pathname !== before).then(() => 'led on' as const);
  const [first] = await Promise.all([Promise.race([asked, sent, led]), line.click()]);
  if (first === 'asked') await submit(dialog, `${called}-x`);
  else if (first === 'led on') return first;
  await settled(session, since);
  // What makes something leads to it, with the list behind it.
  if (new URL(page.url()).pathname !== before) await page.goBack();
  await fresh.goto(page.url());
  await expect(fresh.getByRole('grid').or(fresh.getByText('No matches')).first()).toBeVisible();
  // How long ago something was is told anew each minute.
  const row = async (where: Page): Promise<string> =>
    (await rowOf(where, called).count()) > 0
      ? (await rowOf(where, called).evaluate(settledText)).replaceAll(/\bnow\b|\d+ (sec|min)\. ago/g, '…')
      : 'none';
  await expect
    .poll(async () => ({ stands: await row(page), differs: (await row(page)) !== (await row(fresh)) }), { message: await row(fresh) })
    .toMatchObject({ differs: false });
  return 'sent';
}
