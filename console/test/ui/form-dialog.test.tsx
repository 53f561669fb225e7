import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FormDialog } from '../../src/ui/dialog/form-dialog.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { RadioField } from '../../src/ui/form/radio-field.tsx';
import { SelectField } from '../../src/ui/form/select-field.tsx';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, openDialog, press } from '../support/forms.tsx';
import { acting, all, choose, click, find, pageText, renderPage, settle, type } from '../support/render.tsx';

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

type Beginning = 'text' | 'radio' | 'select' | 'nothing yet';
const SIZES = ['small', 'large'].map((value) => ({ value, label: value }));
interface BeginningProps {
  begins: Beginning;
  danger?: boolean;
  name?: string;
  /** Is given what shows the sizes to choose from. */
  load?(show: () => void): void;
}

function BeginningDialog({ begins, danger = false, name = '', load }: BeginningProps) {
  const form = useSchemaForm({
    schema: z.object({ size: text, name: text }),
    defaults: { size: 'large', name },
    submit: () => Promise.resolve('done'),
    onDone: () => undefined,
    ...CODES,
  });
  const [isThere, setThere] = useState(begins !== 'nothing yet');
  useEffect(() => load?.(() => setThere(true)), [load]);
  return (
    <FormDialog form={form} label="New thing" submitLabel="Save" onCancel={() => undefined} danger={danger}>
      {begins === 'select' && <SelectField form={form} name="size" label="Size" options={SIZES} />}
      {(begins === 'radio' || begins === 'nothing yet') && (
        <RadioField form={form} name="size" label="Size" options={isThere ? SIZES : []} />
      )}
      <TextField form={form} name="name" label="Name" required />
    </FormDialog>
  );
}

const expectFocus = (focused: () => HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement === focused()).toBe(true), { timeout: 10_000 });

it.each([
  ['a text field where that is the first field', { begins: 'text' }, () => find('textbox', 'Name')],
  ['the choice that is made where choices come first', { begins: 'radio' }, () => find('radio', 'large')],
  ['a list to choose from where that comes first', { begins: 'select' }, () => find('combobox', 'Size')],
  ['Cancel where it is dangerous', { begins: 'text', danger: true }, () => find('button', 'Cancel')],
] as const)('a form dialog puts the focus on %s', async (_, given, focused) => {
  await renderPage(() => <BeginningDialog {...given} />);
  await expectFocus(focused);
});

it('a form dialog whose first field has nothing to choose from waits at Cancel, and goes on once it has', async () => {
  let show: () => void = () => undefined;
  const load = (to: typeof show) => void (show = to);
  await renderPage(() => <BeginningDialog begins="nothing yet" load={load} />);
  await expectFocus(() => find('button', 'Cancel'));
  await acting(() => show());
  await expectFocus(() => find('radio', 'large'));
});

it('a form dialog selects what stands in its first field, and goes back to it from Cancel until somebody presses a key', async () => {
  await renderPage(() => <BeginningDialog begins="text" name="web" />);
  const name = () => find('textbox', 'Name') as HTMLInputElement;
  await expectFocus(name);
  expect([name().selectionStart, name().selectionEnd]).toEqual([0, 3]);
  find('button', 'Cancel').focus();
  expect(document.activeElement === name()).toBe(true);
  name().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  find('button', 'Cancel').focus();
  expect(document.activeElement === find('button', 'Cancel')).toBe(true);
});

it.each([
  ['radio', () => find('radio', 'large')],
  ['select', () => find('combobox', 'Size')],
] as const)('Enter at the %s that a form dialog begins with sends nothing until something is chosen', async (begins, field) => {
  await renderPage(() => <BeginningDialog begins={begins} />);
  await expectFocus(field);
  const sends = () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  expect(sends()).toBe(false);
  await (begins === 'select' ? choose(field(), 'small') : click(find('radio', 'small')));
  expect(sends()).toBe(true);
});
