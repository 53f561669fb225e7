import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FormDialog } from '../../src/ui/dialog/form-dialog.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { RadioChoice } from '../../src/ui/form/radio-choice.tsx';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, openDialog, press } from '../support/forms.tsx';
import { acting, all, click, find, pageText, renderPage, settle, type } from '../support/render.tsx';

const text = z.string().min(1, { error: 'required' });
const schema = z.object({ first: text, second: text, third: text });
const submit = vi.fn<(values: z.output<typeof schema>) => Promise<unknown>>();

function Dialog({ confirmOnClose, onClose }: { confirmOnClose: boolean; onClose(): void }) {
  const form = useSchemaForm({
    schema,
    defaults: { first: '', second: '', third: '' },
    submit,
    onDone: onClose,
    ...CODES,
  });
  return (
    <FormDialog form={form} label="New thing" submitLabel="Save" onCancel={onClose} confirmOnClose={confirmOnClose}>
      <TextField form={form} name="first" label="First" required />
      <TextField form={form} name="second" label="Second" required />
      <TextField form={form} name="third" label="Third" required />
    </FormDialog>
  );
}

async function open(confirmOnClose = true): Promise<void> {
  submit.mockReset().mockResolvedValue('done');
  await openDialog((close) => <Dialog confirmOnClose={confirmOnClose} onClose={close} />);
}

async function fill(): Promise<void> {
  for (const name of ['First', 'Second', 'Third']) await type(find('textbox', name), name);
}

it('sends one request when a form dialog is submitted again while the answer is awaited', async () => {
  await open();
  submit.mockReturnValue(new Promise(() => undefined));
  await fill();
  const form = document.querySelector('form');
  await acting(() => form?.requestSubmit());
  await settle(10);
  await acting(() => form?.requestSubmit());
  await press('Save');
  expect(submit).toHaveBeenCalledTimes(1);
});

it('brings the first wrong field of a form dialog into view and gives it the focus', async () => {
  await open();
  await type(find('textbox', 'First'), 'right');
  const seen: Element[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this);
  };
  await press('Save');
  expect(seen).toEqual([find('textbox', 'Second')]);
  expect(document.activeElement).toBe(find('textbox', 'Second'));
  expect(submit).not.toHaveBeenCalled();
});

it('a form dialog leads to the first wrong field each time its button is pressed, which is never off because of it', async () => {
  await open();
  await press('Save');
  await type(find('textbox', 'First'), 'right');
  find('button', 'Cancel').focus();
  expect(find('button', 'Save').getAttribute('aria-disabled')).not.toBe('true');
  await click(find('button', 'Save'));
  expect(document.activeElement).toBe(find('textbox', 'Second'));
});

it('asks before a changed form dialog is closed, where that is wanted', async () => {
  await open();
  await type(find('textbox', 'First'), 'typed');
  await click(find('button', 'Cancel'));
  expect(pageText()).toContain('Leave without saving?');
  await click(find('button', 'Stay'));
  expect((find('textbox', 'First') as HTMLInputElement).value).toBe('typed');
  await click(find('button', 'Cancel'));
  await click(find('button', 'Leave'));
  expect(pageText()).toContain('closed');
});

it('closes an unchanged form dialog without a question', async () => {
  await open();
  await click(find('button', 'Cancel'));
  expect(all('dialog')).toHaveLength(0);
  expect(pageText()).toContain('closed');
});

it('closes a changed form dialog without a question where that is not wanted', async () => {
  await open(false);
  await type(find('textbox', 'First'), 'typed');
  await click(find('button', 'Cancel'));
  expect(all('dialog')).toHaveLength(0);
});

function WideDialog({ chooses }: { chooses: boolean }) {
  const form = useSchemaForm({
    schema: z.object({ name: text }),
    defaults: { name: '' },
    submit: () => Promise.resolve('done'),
    onDone: () => undefined,
    ...CODES,
  });
  const sizes = ['small', 'large'].map((value) => ({ value, label: value }));
  return (
    <FormDialog form={form} label="New thing" submitLabel="Save" onCancel={() => undefined} wide>
      {chooses && <RadioChoice id="size" label="Size" value="small" options={sizes} onChange={() => undefined} />}
      <TextField form={form} name="name" label="Name" required />
    </FormDialog>
  );
}

it.each([
  ['its field where it begins with one to type into', false, () => find('textbox', 'Name')],
  ['Cancel where something is chosen first', true, () => find('button', 'Cancel')],
])('a wide form dialog puts the focus on %s', async (_, chooses, focused) => {
  await renderPage(() => <WideDialog chooses={chooses} />);
  await vi.waitFor(() => expect(document.activeElement === focused()).toBe(true), { timeout: 10_000 });
});
