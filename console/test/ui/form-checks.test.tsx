import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '../../src/ui/form/fields.tsx';
import type { Check } from '../../src/ui/form/use-checks.ts';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, NewThing, press } from '../support/forms.tsx';
import { click, find, pageText, renderPage, settle, type } from '../support/render.tsx';

const schema = z.object({ name: z.string().min(2, { error: 'too_short' }) });
const submit = vi.fn<(values: z.output<typeof schema>) => Promise<string>>();
const answers = new Map<string, (code?: string) => void>();
const check = vi.fn<Check>(
  (value) => new Promise((resolve) => answers.set(String(value), (code) => resolve(code === undefined ? undefined : { code }))),
);
const checks = { name: check };

function CheckedForm() {
  const form = useSchemaForm({
    schema,
    defaults: { name: '' },
    checks,
    submit,
    onDone: () => undefined,
    ...CODES,
  });
  return (
    <NewThing form={form}>
      <TextField form={form} name="name" label="Name" required />
      <button
        type="button"
        onClick={() => {
          for (const text of ['w', 'we', 'web']) form.fields.setValue('name', text, { shouldDirty: true });
        }}
      >
        In one go
      </button>
    </NewThing>
  );
}

const asked = (value: string) => vi.waitFor(() => expect(answers.has(value)).toBe(true));
const open = async () => {
  answers.clear();
  check.mockClear();
  submit.mockReset().mockResolvedValue('made');
  await renderPage(() => <CheckedForm />);
};

it('marks a field whose value the server knows to be taken, keeps the mark, and sends nothing', async () => {
  await open();
  await type(find('textbox', 'Name'), 'web');
  await asked('web');
  await settle();
  await click(find('button', 'Create'));
  expect(find('button', 'Create').getAttribute('aria-disabled')).toBe('true');
  expect(submit).not.toHaveBeenCalled();
  answers.get('web')?.('taken');
  await settle();
  expect(pageText()).toContain('taken');
  find('textbox', 'Name').focus();
  find('textbox', 'Name').blur();
  await settle(10);
  expect(pageText()).toContain('taken');
  await click(find('button', 'Create'));
  expect(submit).not.toHaveBeenCalled();
});

it('a form submitted during a check is sent once, as soon as the server has told that its values are free', async () => {
  await open();
  await type(find('textbox', 'Name'), 'web');
  await asked('web');
  await settle();
  for (let times = 0; times < 2; times += 1) await click(find('button', 'Create'));
  expect(submit).not.toHaveBeenCalled();
  answers.get('web')?.();
  await settle(10);
  expect(submit).toHaveBeenCalledExactlyOnceWith({ name: 'web' });
});

it('a form takes a mark away with the value it was found for, and hears no answer about a value that is gone', async () => {
  await open();
  await type(find('textbox', 'Name'), 'web');
  await asked('web');
  await type(find('textbox', 'Name'), 'other');
  answers.get('web')?.('taken');
  await asked('other');
  answers.get('other')?.();
  await settle();
  expect(pageText()).not.toContain('taken');
  await press('Create');
  expect(submit).toHaveBeenCalledExactlyOnceWith({ name: 'other' });
});

it('a form checks once what is typed in one go, and can be sent where the check fails', async () => {
  await open();
  check.mockRejectedValueOnce(new Error('no answer'));
  await click(find('button', 'In one go'));
  await vi.waitFor(() => expect(check).toHaveBeenCalled());
  expect(check.mock.calls.map(([value]) => value)).toEqual(['web']);
  await settle();
  await press('Create');
  expect(submit).toHaveBeenCalledTimes(1);
});
