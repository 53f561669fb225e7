import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CreateSteps } from '../../src/app/create/create-steps.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { errorAt } from '../../src/ui/form/field-errors.ts';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, press } from '../support/forms.tsx';
import { acting, all, find, pageText, renderPage, settle, type } from '../support/render.tsx';

const text = z.string().min(1, { error: 'required' });
const DEFAULTS = { name: '', size: '', key: '' };
const TITLES = { name: 'Names', size: 'Disk', key: 'Sign-in' } as const;
type Key = keyof typeof TITLES;

const sent = vi.fn<(values: object) => void>();

/** Three steps with a field each; the last may stay empty. */
function NewThing() {
  const [step, setStep] = useState<string>();
  const form = useSchemaForm({
    schema: z.object({ name: text, size: text, key: z.string() }),
    defaults: DEFAULTS,
    submit: (values) => Promise.resolve(sent(values)),
    onDone: () => undefined,
    ...CODES,
  });
  const { errors } = form.fields.formState;
  const sections = (Object.keys(TITLES) as Key[]).map((key) => ({
    key,
    title: TITLES[key],
    fields: [key],
    text: form.fields.watch(key) || undefined,
    wrong: errorAt([key], (field) => errors[field as Key]),
    content: () => <TextField form={form} name={key} label={`Field ${key}`} />,
  }));
  return (
    <CreateSteps
      form={form}
      label="New thing"
      submitLabel="Create"
      draft={{ restored: false, onStartOver: () => undefined }}
      onCancel={() => undefined}
      sections={sections}
      step={step}
      onStep={setStep}
    />
  );
}

const heading = () => document.querySelector('h2');
const marked = () => all('button').flatMap(({ textContent }) => (textContent?.endsWith('Please correct') ? textContent : []));
/** Enter in the field that is there sends its form, as a browser does. */
const enter = async () => {
  await acting(() => document.querySelector('form')!.requestSubmit());
  await settle(10);
};

it('Enter in a step goes on only when the step is right, and a form in steps is sent only from the summary', async () => {
  sent.mockClear();
  await renderPage(() => <NewThing />);
  expect(heading()?.textContent).toBe('Names');
  expect(pageText()).toContain('Step 1 of 4');
  expect(all('button', 'Back')).toHaveLength(0);
  expect(marked()).toEqual([]);
  await enter();
  expect(heading()?.textContent).toBe('Names');
  expect(document.activeElement).toBe(find('textbox', 'Field name'));
  expect(pageText()).toContain('required');
  expect(marked()).toEqual(['NamesPlease correct']);
  await type(find('textbox', 'Field name'), 'web');
  await enter();
  expect(heading()?.textContent).toBe('Disk');
  expect(document.activeElement).toBe(heading());
  expect(marked()).toEqual([]);
  await type(find('textbox', 'Field size'), '3');
  await press('Next');
  await press('Next');
  expect(heading()?.textContent).toBe('Summary');
  expect(sent).not.toHaveBeenCalled();
  await press('Create');
  expect(sent).toHaveBeenCalledExactlyOnceWith({ name: 'web', size: '3', key: '' });
});

it('a form in steps keeps what was typed while one goes back and forth, and its summary says all of it', async () => {
  await renderPage(() => <NewThing />);
  await type(find('textbox', 'Field name'), 'web');
  await press('Next');
  await type(find('textbox', 'Field size'), '3');
  await press('Back');
  expect(find('textbox', 'Field name')).toMatchObject({ value: 'web' });
  expect(document.activeElement).toBe(heading());
  await press('Disk');
  expect(find('textbox', 'Field size')).toMatchObject({ value: '3' });
  expect(find('button', 'Disk').getAttribute('aria-current')).toBe('step');
  await press('Summary');
  expect([...document.querySelectorAll('main li.gantry-part')].map(({ textContent }) => textContent)).toEqual([
    'NameswebChange',
    'Disk3Change',
    'Sign-inNothing selectedChoose',
  ]);
});

it('the summary of a form in steps marks the wrong steps when it is refused, and leads to each until it is right', async () => {
  sent.mockClear();
  await renderPage(() => <NewThing />);
  await press('Summary');
  expect(marked()).toEqual([]);
  await press('Create');
  expect(sent).not.toHaveBeenCalled();
  expect(marked()).toEqual(['NamesPlease correct', 'DiskPlease correct']);
  expect(document.activeElement).toBe(find('button', 'Choose: Names'));
  await press('Choose: Disk');
  expect(heading()?.textContent).toBe('Disk');
  expect(pageText()).toContain('required');
  await type(find('textbox', 'Field size'), '3');
  await settle(10);
  expect(marked()).toEqual(['NamesPlease correct']);
  await press('Names');
  await type(find('textbox', 'Field name'), 'web');
  await press('Summary');
  expect(marked()).toEqual([]);
  await press('Create');
  expect(sent).toHaveBeenCalledExactlyOnceWith({ name: 'web', size: '3', key: '' });
});

it('a double click on Next does not send the summary that appears below it', async () => {
  sent.mockClear();
  await renderPage(() => <NewThing />);
  await type(find('textbox', 'Field name'), 'web');
  await press('Disk');
  await type(find('textbox', 'Field size'), '3');
  await press('Sign-in');
  const button = find('button', 'Next');
  for (const detail of [1, 2]) {
    await acting(() => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })));
    await settle(10);
  }
  expect(heading()?.textContent).toBe('Summary');
  expect(sent).not.toHaveBeenCalled();
});
