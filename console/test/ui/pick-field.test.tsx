import { expect, it } from 'vitest';
import { z } from 'zod';
import { PickField } from '../../src/ui/form/pick-field.tsx';
import { SubmitForm } from '../../src/ui/form/submit-form.tsx';
import { useSchemaForm } from '../../src/ui/form/use-schema-form.ts';
import { acting, find, renderPage, settle } from '../support/render.tsx';

const SIZES = ['tiny', 'small'].map((name) => ({ id: name, name, cells: [] }));
const schema = z.object({ size: z.string().min(1, { error: 'required' }) });

function SizeForm() {
  const form = useSchemaForm({
    schema,
    defaults: { size: '' },
    submit: () => Promise.resolve('made'),
    onDone: () => undefined,
    describe: () => ({ text: 'It failed' }),
    fieldText: ({ code }) => code,
  });
  return (
    <SubmitForm form={form} label="New thing" submitLabel="Create" onCancel={() => undefined}>
      <PickField
        form={form}
        name="size"
        label="Size"
        required
        headers={['Name']}
        options={SIZES}
        onRetry={() => undefined}
        more={false}
        search=""
        onSearch={() => undefined}
      />
    </SubmitForm>
  );
}

it('tells who leaves a choice that something is missing, not who goes from one option to another', async () => {
  await renderPage(() => <SizeForm />);
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
