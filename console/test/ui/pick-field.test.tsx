import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { NumberField } from '../../src/ui/form/fields.tsx';
import { PickField, type PickOption } from '../../src/ui/form/pick-field.tsx';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, NewThing, press } from '../support/forms.tsx';
import { acting, click, find, pageText, renderPage, settle, type } from '../support/render.tsx';

const SIZES = ['tiny', 'small'].map((name) => ({ id: name, name, cells: [] }));
const schema = z.object({ size: z.string().min(1, { error: 'required' }) });

function SizeForm({ options = SIZES }: { options?: readonly PickOption[] }) {
  const form = useSchemaForm({
    schema,
    defaults: { size: '' },
    submit: () => Promise.resolve('made'),
    onDone: () => undefined,
    ...CODES,
  });
  return (
    <NewThing form={form}>
      <PickField
        form={form}
        name="size"
        label="Size"
        required
        headers={['Name']}
        options={options}
        onRetry={() => undefined}
        more={false}
        search=""
        onSearch={() => undefined}
      />
    </NewThing>
  );
}

it('shows no head over names alone, and tells who leaves a choice that something is missing, not who goes from one option to another', async () => {
  await renderPage(() => <SizeForm />);
  // Its label says what is chosen: a head over names alone would say it again.
  expect(document.querySelector('thead')).toBeNull();
  const focus = async (element: HTMLElement): Promise<void> => {
    await acting(() => element.focus());
    await settle(10);
  };
  await focus(find('radio', 'tiny'));
  await focus(find('radio', 'small'));
  expect(document.querySelector('[data-field-error]')).toBeNull();
  await focus(find('button', 'Create'));
  expect(document.querySelector('[data-field-error]')).not.toBeNull();
});

it.each([
  [
    'some of it can be chosen, which leads the keyboard through it',
    SIZES.map((size, at) => (at === 0 ? size : { ...size, obstacle: 'Full' })),
    -1,
  ],
  ['nothing of it can be chosen', SIZES.map((size) => ({ ...size, obstacle: 'Full' })), 0],
])('a choice is scrolled by the keyboard also where %s', async (_, options, tabIndex) => {
  await renderPage(() => <SizeForm options={options} />);
  expect(document.querySelector<HTMLElement>('.gantry-pick')?.tabIndex).toBe(tabIndex);
});

const chosen = z.object({ size: z.string().optional(), count: z.number().optional() });
const submit = vi.fn<(values: z.output<typeof chosen>) => Promise<string>>();

function EmptiedForm() {
  const [isOpen, setOpen] = useState(false);
  const form = useSchemaForm({
    schema: chosen,
    defaults: { size: 'tiny', count: 3 },
    submit,
    onDone: () => undefined,
    ...CODES,
  });
  return (
    <NewThing form={form}>
      <NumberField form={form} name="count" label="Count" min={0} max={9} />
      <button type="button" onClick={() => form.fields.setValue('size', undefined)}>
        Empty
      </button>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Open
      </button>
      {isOpen && (
        <PickField
          form={form}
          name="size"
          label="Size"
          headers={['Name']}
          options={[{ id: '', name: 'none', cells: [] }, ...SIZES]}
          onRetry={() => undefined}
          more={false}
          search=""
          onSearch={() => undefined}
        />
      )}
    </NewThing>
  );
}

const openEmptied = async () => {
  submit.mockReset().mockResolvedValue('made');
  await renderPage(() => <EmptiedForm />);
};
const isChecked = (name: string) => (find('radio', name) as HTMLInputElement).checked;

it('a choice that was emptied stays empty, though the form began with a value', async () => {
  await openEmptied();
  await click(find('button', 'Open'));
  expect(isChecked('tiny')).toBe(true);
  await click(find('radio', 'none'));
  expect(isChecked('none')).toBe(true);
  await type(find('textbox', 'Count'), '');
  expect((find('textbox', 'Count') as HTMLInputElement).value).toBe('');
  await click(find('button', 'Open'));
  await click(find('button', 'Open'));
  expect(isChecked('none')).toBe(true);
  await press('Create');
  expect(submit.mock.calls[0]?.[0]).toStrictEqual({ size: undefined, count: undefined });
});

it('a choice that was emptied before it came to the screen shows as empty', async () => {
  await openEmptied();
  await click(find('button', 'Empty'));
  await press('Open');
  expect(isChecked('none')).toBe(true);
  await press('Create');
  expect(submit.mock.calls[0]?.[0].size).toBeUndefined();
});

const SIZED = SIZES.map((size) => ({ ...size, id: `7c4e-${size.id}` }));

function SearchedForm({ preset = '' }: { preset?: string }) {
  const [search, setSearch] = useState('');
  const form = useSchemaForm({
    schema,
    defaults: { size: preset },
    submit: () => Promise.resolve('made'),
    onDone: () => undefined,
    ...CODES,
  });
  return (
    <NewThing form={form}>
      <PickField
        form={form}
        name="size"
        label="Size"
        required
        headers={['Name']}
        options={SIZED.filter(({ name }) => name.includes(search))}
        onRetry={() => undefined}
        more
        search={search}
        onSearch={setSearch}
      />
    </NewThing>
  );
}

it('a choice keeps its height while it is searched, so that no button moves away from under the pointer', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(240);
  await renderPage(() => <SearchedForm />);
  const room = () => document.querySelector<HTMLElement>('.gantry-pick')?.parentElement?.style.minBlockSize;
  expect(room()).toBe('');
  await type(find('textbox', 'Search: Size'), 'ti');
  await settle(500);
  height.mockReturnValue(80);
  expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(1);
  expect(room()).toBe('240px');
  await type(find('textbox', 'Search: Size'), 'tin');
  await settle(500);
  expect(room()).toBe('240px');
  await type(find('textbox', 'Search: Size'), '');
  await settle(500);
  expect(room()).toBe('');
  height.mockRestore();
});

it('a choice that a search hides stays named, also one that was there from the beginning', async () => {
  await renderPage(() => <SearchedForm preset="7c4e-small" />);
  await type(find('textbox', 'Search: Size'), 'ti');
  await settle(500);
  expect(pageText()).toContain('Chosen: small');
  await click(find('radio', 'tiny'));
  await type(find('textbox', 'Search: Size'), 'sm');
  await settle(500);
  expect(pageText()).toContain('Chosen: tiny');
});

it('a choice whose name no list has shown is counted, not shown by its id', async () => {
  await renderPage(() => <SearchedForm preset="7c4e-huge" />);
  expect(pageText()).toContain('Chosen: +1');
  expect(pageText()).not.toContain('7c4e');
});
