import { act, button, chooser, dialogOf, heading, keepSize, open, row, WAYS } from './gantry.ts';
import type { Hands } from './hands.ts';
import type { Candidate } from './tasks.ts';

/** Chooses in a section of the form for new servers, which was a window of its own. */
async function chosen({ page, click }: Hands, section: string, role: 'radio' | 'checkbox', name: string): Promise<void> {
  await click(button(page, `Choose: ${section}`));
  const dialog = page.getByRole('dialog', { name: section });
  await click(dialog.getByRole(role, { name }));
  await click(button(dialog, 'Done'));
}

/**
 * The ways of the console before the work on its fewest steps (27e5da6): without palette, groups of actions, floating IPs, retrying, and
 * choices that are made already.
 */
const { attach, switch: change } = WAYS;
export const BEFORE: Candidate['ways'] = {
  attach,
  switch: change,
  async create(hands, { made }) {
    await hands.click(button(hands.page, 'Create virtual machine'));
    await hands.type(hands.page.getByRole('textbox', { name: 'Name', exact: true }), made);
    await chosen(hands, 'Boot source', 'radio', 'Debian 13');
    await chosen(hands, 'Flavor', 'radio', 'small');
    await chosen(hands, 'Networks', 'checkbox', 'acme-prod-private');
    await hands.click(button(hands.page, 'Create'));
    await row(hands.page, made).getByText('Active').waitFor();
  },
  async find(hands, { address, names }) {
    await hands.type(hands.page.getByPlaceholder('Whole IP address'), address);
    await hands.press('Enter');
    await row(hands.page, names.holder).waitFor({ state: 'hidden' });
    await open(hands, names.found);
    await heading(hands.page, names.found).waitFor();
  },
  async resize(hands, { names }) {
    await act(hands, names.resized, 'Resize');
    await hands.click(dialogOf(hands.page).getByRole('radio', { name: 'medium' }));
    await hands.click(button(dialogOf(hands.page), 'Resize'));
    await keepSize(hands, names.resized, () => hands.click(button(dialogOf(hands.page), 'Confirm new size')));
  },
  async snapshot(hands, { names, made }) {
    await act(hands, names.pictured, 'Create image');
    await hands.type(dialogOf(hands.page).getByRole('textbox'), made);
    await hands.press('Enter');
    await dialogOf(hands.page).waitFor({ state: 'hidden' });
  },
  async retry(hands, { names, mend }) {
    const { page, click } = hands;
    for (const name of [names.good, names.bad]) await click(row(page, name).getByRole('checkbox'));
    await click(button(page.getByRole('toolbar', { name: 'Actions for the selected rows' }), 'Shut down'));
    await click(button(dialogOf(page), 'Shut down'));
    await page.getByText('1 of 2 failed.').waitFor();
    await mend();
    await act(hands, names.bad, 'Shut down');
    await click(button(dialogOf(page), 'Shut down'));
    await row(page, names.bad).getByText('Shut off').waitFor();
  },
  async link(hands, { names, project }, colleague) {
    await open(hands, names.shown);
    await heading(hands.page, names.shown).waitFor();
    await colleague.page.goto(hands.page.url());
    await colleague.page.getByText('it belongs to another project').waitFor();
    await colleague.click(chooser(colleague.page));
    await colleague.click(colleague.page.getByRole('menuitem', { name: project }));
    await heading(colleague.page, 'Virtual machines').waitFor();
    await open(colleague, names.shown);
    await heading(colleague.page, names.shown).waitFor();
  },
  async delete(hands, { names }) {
    await act(hands, names.doomed, 'Delete');
    await hands.click(button(dialogOf(hands.page), 'Delete'));
    await row(hands.page, names.doomed).waitFor({ state: 'hidden' });
  },
};
