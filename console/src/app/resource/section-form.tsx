import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { SubmitForm } from '../../ui/form/submit-form.tsx';
import type { Checks } from '../../ui/form/use-checks.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useDraftForm, useDraftKey } from '../create/use-draft-form.ts';
import { useReturn } from '../router/use-return.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { useNounText } from './noun-text.ts';
import type { Section, TaskCall } from './section.ts';

interface SectionFormProps<T, I extends FieldValues, O> {
  section: Section<T>;
  /** What makes it; absent: the section's call. */
  call?: Section<T>['calls']['create'];
  /** The contract's schema of the body. */
  schema: z.ZodType<O, I>;
  /** Each field is in it. */
  defaults: I;
  checks?: Checks<I>;
  /** The fields. */
  children(form: SchemaForm<I, O>): ReactNode;
}

/**
 * The page with the form for a new thing of a section; it leads back to the page that it was opened from, or to the list. What is typed is kept
 * in the tab meanwhile: no secrets.
 */
export function SectionForm<T, I extends FieldValues, O>({
  section,
  call = section.calls.create,
  schema,
  defaults,
  checks,
  children,
}: SectionFormProps<T, I, O>) {
  const { noun, kind, path } = section;
  const text = useNounText(noun);
  const leave = useReturn(path);
  const key = useDraftKey(`add-${noun}`);
  const { form, restored, startOver } = useDraftForm<TaskCall, I, O>({
    key,
    empty: defaults,
    noun,
    kind,
    call,
    schema,
    checks,
    onDone: ({ id }) => leave(id),
  });
  return (
    <>
      <PageHeading>{text('title.add')}</PageHeading>
      <SubmitForm
        form={form}
        label={text('title.add')}
        submitLabel={text('submit')}
        onCancel={() => leave(null)}
        draft={{ restored, onStartOver: startOver }}
      >
        {children(form)}
      </SubmitForm>
    </>
  );
}
