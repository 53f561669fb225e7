import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CreateSections } from '../../src/app/create/create-sections.tsx';
import type { CreateSection } from '../../src/app/create/part.tsx';
import { TextField } from '../../src/ui/form/fields.tsx';
import { RadioChoice } from '../../src/ui/form/radio-choice.tsx';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { CODES, NewThing, press } from '../support/forms.tsx';
import { acting, click, find, renderPage, settle, type } from '../support/render.tsx';

const text = z.string().min(1, { error: 'required' });

function TwoParts({ side }: { side: string | undefined }) {
  const [open, setOpen] = useState<string>();
  const form = useSchemaForm({
    schema: z.object({ name: text, disk: text }),
    defaults: { name: '', disk: '' },
    submit: () => Promise.resolve('made'),
    onDone: () => undefined,
    ...CODES,
  });
  const wrong = form.fields.formState.errors.disk?.message;
  const disk: CreateSection<string> = {
    key: 'disk',
    title: 'Disk',
    text: undefined,
    wrong,
    content: () => <TextField form={form} name="disk" label="Size of it" />,
  };
  return (
    <NewThing form={form} side={side}>
      <TextField form={form} name="name" label="Name" required />
      <CreateSections label="Parts" sections={[disk]} open={open} onOpen={setOpen} />
    </NewThing>
  );
}

const refused = (): (string | null)[] => [...document.querySelectorAll('.gantry-create-wrong li')].map(({ textContent }) => textContent);
const led = async (name: string): Promise<Element | null> => {
  await click([...document.querySelectorAll<HTMLElement>('.gantry-create-wrong button')].find(({ textContent }) => textContent === name)!);
  return document.activeElement;
};

it.each([
  ['with a column beside it', 'what will be made'],
  ['of one column', undefined],
])('a create form %s names what was refused, closed sections too, and leads to each until it is right', async (_, side) => {
  await renderPage(() => <TwoParts side={side} />);
  expect(refused()).toEqual([]);
  await press('Create');
  expect(refused()).toEqual(['Name', 'Disk']);
  expect(await led('Disk')).toBe(find('button', 'Choose: Disk'));
  expect(await led('Name')).toBe(find('textbox', 'Name'));
  await type(find('textbox', 'Name'), 'web');
  await settle(10);
  expect(refused()).toEqual(['Disk']);
  await click(find('button', 'Choose: Disk'));
  await settle(10);
  expect(refused()).toEqual(['Size of it']);
  await type(find('textbox', 'Size of it'), '3');
  await settle(10);
  expect(refused()).toEqual([]);
});

/** Its first field has nothing to choose from until `load` says what. */
function LateThing({ load }: { load(show: (sizes: readonly string[]) => void): void }) {
  const [sizes, setSizes] = useState<readonly string[]>([]);
  const form = useSchemaForm({
    schema: z.object({ name: text }),
    defaults: { name: '' },
    submit: () => Promise.resolve('made'),
    onDone: () => undefined,
    ...CODES,
  });
  useEffect(() => load(setSizes), [load]);
  return (
    <NewThing form={form}>
      <RadioChoice
        id="size"
        label="Size"
        value="large"
        options={sizes.map((value) => ({ value, label: value }))}
        onChange={() => undefined}
      />
      <TextField form={form} name="name" label="Name" required />
    </NewThing>
  );
}

it('a create form begins at the choice that is made in its first field, once that is there', async () => {
  let show: (sizes: readonly string[]) => void = () => undefined;
  const load = (to: typeof show) => void (show = to);
  await renderPage(() => <LateThing load={load} />);
  expect(document.activeElement).toBe(document.body);
  await acting(() => show(['small', 'large']));
  await vi.waitFor(() => expect(document.activeElement === find('radio', 'large')).toBe(true), { timeout: 10_000 });
});
