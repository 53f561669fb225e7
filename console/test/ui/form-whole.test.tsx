import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FormDialog } from '../../src/ui/dialog/form-dialog.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, openDialog, press } from '../support/forms.tsx';
import { find, pageText, type } from '../support/render.tsx';

interface Draft {
  first: string;
  second: string;
}
const before: Draft = { first: 'a', second: 'b' };

/** Sends only what differs from `before`, as forms do that edit a thing. */
const schema: z.ZodType<Record<string, string>, Draft> = z
  .custom<Draft>()
  .transform((draft): Record<string, string> =>
    Object.fromEntries(Object.entries(draft).filter(([name, value]) => before[name as keyof Draft] !== value)),
  )
  .pipe(
    z
      .record(z.string(), z.string())
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
      .refine(({ first, second }) => first === undefined || first !== second, { error: 'must_differ' })
      .refine(({ first }) => first !== 'odd', { error: 'hidden_field', path: ['no_such_field'] }),
  );
const submit = vi.fn<(values: Record<string, string>) => Promise<unknown>>();

async function open(): Promise<void> {
  submit.mockReset().mockResolvedValue('done');
  function Dialog({ onClose }: { onClose(): void }) {
    const form = useSchemaForm({ schema, defaults: before, submit, onDone: onClose, onUnchanged: onClose, ...CODES });
    return (
      <FormDialog form={form} label="Edit" submitLabel="Save" onCancel={onClose}>
        <TextField form={form} name="first" label="First" />
        <TextField form={form} name="second" label="Second" />
      </FormDialog>
    );
  }
  await openDialog((close) => <Dialog onClose={close} />);
}

it('closes a dialog that is saved as it was opened, and sends nothing', async () => {
  await open();
  await press('Save');
  expect(pageText()).toContain('closed');
  expect(submit).not.toHaveBeenCalled();
});

it.each([
  ['the form as a whole', 'z', 'z', 'must_differ'],
  ['a field that it does not show', 'odd', 'b', 'hidden_field'],
])('a form says above its fields what is wrong with %s, and is sent once that is mended', async (_, first, second, said) => {
  await open();
  await type(find('textbox', 'First'), first);
  await type(find('textbox', 'Second'), second);
  await press('Save');
  expect(pageText()).toContain(said);
  expect(submit).not.toHaveBeenCalled();
  await type(find('textbox', 'First'), 'mended');
  await press('Save');
  expect(submit).toHaveBeenCalledOnce();
  expect(pageText()).toContain('closed');
});
