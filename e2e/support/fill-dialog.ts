/** Fills and submits a dialog as somebody would who enters only what is required. */
import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';
import { typePhrase } from './servers.ts';

/** How often a form is completed by what it says is missing. */
const ATTEMPTS = 3;

/** Changes what a form shows, so that there is something to send. */
async function change(dialog: Locator, text: string): Promise<void> {
  for (const name of ['Description', 'Name']) {
    const field = dialog.getByRole('textbox', { name, exact: true });
    if ((await field.count()) === 1 && (await field.isEditable())) return field.fill(text);
  }
  // Subnets and interfaces have no name.
  const choice = dialog.getByRole('checkbox', { name: /^(DHCP|Spoofing protection)$/ });
  if ((await choice.count()) === 1) await choice.click();
}

/** Fills what a form says is missing: the first choice of each kind, a text, a number. */
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

/**
 * Submits a dialog by a double click. Throws with its text where it does not close.
 * @param text for its fields; another one than they have.
 */
export async function submit(dialog: Locator, text: string): Promise<void> {
  const button = dialog.locator('.pf-v6-c-modal-box__footer button').first();
  await change(dialog, text);
  // A form says what it lacks once it is submitted.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // What it asks may depend on what it finds out once it is open.
    await expect
      .poll(async () => {
        await fill(dialog, text);
        return button.isDisabled();
      })
      .toBe(false);
    await button.dblclick();
    const complaint = dialog.locator('[aria-invalid="true"], [data-field-error], .pf-v6-c-alert.pf-m-danger');
    await expect.poll(async () => (await dialog.count()) === 0 || (await complaint.count()) > 0).toBe(true);
    if ((await dialog.count()) === 0) return;
  }
  throw new Error(`the dialog stays: ${(await dialog.innerText()).replaceAll(/\s+/g, ' ')}`);
}
