import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Failure } from '../../src/ui/failure.ts';
import { NumberField, TextField } from '../../src/ui/form/fields.tsx';
import { canSubmit } from '../../src/ui/form/form-state.ts';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { NewThing, press } from '../support/forms.tsx';
import { acting, all, find, pageText, renderPage, settle, type } from '../support/render.tsx';

const schema = z
  .object({
    name: z.string().min(1, { error: 'required' }).max(5, { error: 'too_long' }),
    size: z.number().int().min(2, { error: 'too_small' }).optional(),
  })
  .refine(({ name, size = 2 }) => name !== 'big' || size > 2, { error: 'name_size', path: ['name'] });

interface Probe {
  valid: boolean;
  canSubmit: boolean;
}
const probe: Probe = { valid: false, canSubmit: false };
const submit = vi.fn<(values: z.output<typeof schema>) => Promise<string>>();
const onDone = vi.fn<(answer: string, sent: z.output<typeof schema>) => void>();
let failure: Failure = { text: 'It failed' };

function TestForm({ leave }: { leave: () => void }) {
  const form = useSchemaForm({
    schema,
    defaults: { name: '', size: undefined },
    submit,
    onDone,
    describe: () => failure,
    fieldText: ({ code, params }) => `${code} ${JSON.stringify(params ?? {})}`,
  });
  useEffect(() => void Object.assign(probe, { valid: form.valid, canSubmit: form.canSubmit }));
  return (
    <NewThing form={form} onCancel={leave}>
      <TextField form={form} name="name" label="Name" required />
      <NumberField form={form} name="size" label="Size" unit="GiB" min={2} max={9} />
    </NewThing>
  );
}

async function open() {
  submit.mockReset().mockResolvedValue('made');
  onDone.mockReset();
  failure = { text: 'It failed' };
  const router = await renderPage(() => <TestForm leave={() => void router.navigate({ to: '/other' })} />);
  return router;
}

it('a form is valid and can be submitted while untouched, though a required field is empty [form.valid-untouched]', async () => {
  await open();
  expect(probe).toEqual({ valid: true, canSubmit: true });
  expect(document.querySelectorAll('[data-field-error]')).toHaveLength(0);
});

it('a form can be submitted when untouched, or when valid, not submitting and not awaiting a check [form.can-submit]', async () => {
  const ready = { touched: true, errors: 0, submitting: false, checking: false };
  expect(canSubmit(ready)).toBe(true);
  expect(canSubmit({ ...ready, errors: 1 })).toBe(false);
  expect(canSubmit({ ...ready, submitting: true })).toBe(false);
  expect(canSubmit({ ...ready, checking: true })).toBe(false);
  expect(canSubmit({ touched: false, errors: 1, submitting: false, checking: false })).toBe(true);

  await open();
  await type(find('textbox', 'Name'), 'much too long');
  expect(probe).toEqual({ valid: false, canSubmit: false });
  await press('Create');
  expect(submit).not.toHaveBeenCalled();
  await type(find('textbox', 'Name'), 'web');
  expect(probe).toEqual({ valid: true, canSubmit: true });
  submit.mockReturnValue(new Promise(() => undefined));
  await press('Create');
  expect(probe).toEqual({ valid: true, canSubmit: false });
});

it('a form takes a mark from a field when another field is changed so that both go together', async () => {
  await open();
  await type(find('textbox', 'Name'), 'big');
  expect(document.querySelector('[data-field-error]')?.textContent).toContain('name_size');
  expect(probe.canSubmit).toBe(false);
  await type(find('textbox', 'Size'), '3');
  await settle(10);
  expect(document.querySelector('[data-field-error]')).toBeNull();
  expect(probe.canSubmit).toBe(true);
});

it('a form validates on submitting and puts the focus into the first wrong field', async () => {
  await open();
  await press('Create');
  expect(submit).not.toHaveBeenCalled();
  expect(pageText()).toContain('required');
  const name = find('textbox', 'Name');
  expect(document.activeElement).toBe(name);
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toContain('required');
});

it('a form tells the bounds of a rule to the translation', async () => {
  await open();
  await type(find('textbox', 'Name'), 'much too long');
  expect(pageText()).toContain('too_long {"max":5}');
});

it('a form submits once, however often the button is pressed', async () => {
  await open();
  await type(find('textbox', 'Name'), 'web');
  await type(find('textbox', 'Size'), '4');
  const form = document.querySelector('form');
  await acting(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await settle(10);
  expect(submit).toHaveBeenCalledExactlyOnceWith({ name: 'web', size: 4 });
  expect(onDone).toHaveBeenCalledExactlyOnceWith('made', { name: 'web', size: 4 });
});

it('a form keeps what was typed after a refusal, and tells it at the field it is about', async () => {
  await open();
  await type(find('textbox', 'Name'), 'web');
  submit.mockRejectedValueOnce(new Error('409'));
  failure = { text: 'Some values are not valid', fields: { 'name.0': [{ code: 'taken' }], flavor: [{ code: 'gone' }] } };
  await press('Create');
  const name = find('textbox', 'Name') as HTMLInputElement;
  expect(name.value).toBe('web');
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toContain('taken');
  expect(document.activeElement).toBe(name);
  expect(pageText()).toContain('flavor: gone');
});

it('a form shows a refusal that names no field, and can be sent again', async () => {
  await open();
  await type(find('textbox', 'Name'), 'web');
  submit.mockRejectedValueOnce(new Error('503'));
  await press('Create');
  expect(pageText()).toContain('It failed');
  await press('Create');
  expect(submit).toHaveBeenCalledTimes(2);
  expect(onDone).toHaveBeenCalledTimes(1);
});

it('a form asks before typed data is left behind, and not before there is any', async () => {
  const router = await open();
  await type(find('textbox', 'Name'), 'web');
  await press('Cancel');
  expect(all('dialog')).toHaveLength(1);
  await press('Stay');
  expect(router.state.location.pathname).toBe('/page');
  expect((find('textbox', 'Name') as HTMLInputElement).value).toBe('web');

  await type(find('textbox', 'Name'), '');
  await press('Cancel');
  expect(router.state.location.pathname).toBe('/other');
});
