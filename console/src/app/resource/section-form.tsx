import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { accepted } from '@gantry/contract/wire/values';
import type { Checks } from '../../ui/form/use-checks.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { CreateForm } from '../create/create-form.tsx';
import { useDraftForm, useDraftKey } from '../create/use-draft-form.ts';
import { useReturn } from '../router/use-return.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { useNounText } from './noun-text.ts';
import type { LifeCalls, MadeSection, TaskCall } from './section.ts';

/** What a call that makes one answers. */
type Answer = z.output<typeof accepted>;

export interface SectionFormInput<T, I extends FieldValues, O> {
  section: MadeSection<T>;
  /** What makes it; absent: the section's call. */
  call?: LifeCalls['create'];
  /** What of it may be kept until it is sent; absent: all of it. */
  keep?: (draft: I) => I;
  /** Sends it in another way than as the call's body. */
  send?: (values: O) => Promise<Answer>;
  /** The contract's schema of the body. */
  schema: z.ZodType<O, I>;
  /** Each field is in it. */
  defaults: I;
  checks?: Checks<I>;
}

interface SectionFormProps<T, I extends FieldValues, O> extends SectionFormInput<T, I, O> {
  /** What will be made and what it takes, beside the fields; absent: they say all of it. */
  side?: ((draft: I) => ReactNode) | undefined;
  /** The fields. */
  children(form: SchemaForm<I, O>, draft: I): ReactNode;
}

/** What the page for a new thing of a section is made of, however its fields are shown. It leads back to the page that it was opened from, or to what was made. */
export function useSectionForm<T, I extends FieldValues, O>({
  section,
  call = section.calls.create,
  send,
  keep,
  ...input
}: SectionFormInput<T, I, O>) {
  const { noun, kind, path, addressOf } = section;
  const text = useNounText(noun);
  const leave = useReturn(path, addressOf);
  const { form, draft, restored, startOver } = useDraftForm<TaskCall, I, O>({
    key: useDraftKey(`add-${noun}`),
    empty: input.defaults,
    noun,
    kind,
    call,
    send,
    ...(keep && { keep }),
    schema: input.schema,
    checks: input.checks,
    onDone: ({ id }, sent) => leave(id, namesIn(sent)),
  });
  const label = text('title.add');
  return {
    draft,
    page: { form, label, submitLabel: text('submit'), onCancel: () => leave(null), draft: { restored, onStartOver: startOver } },
  };
}

/** What the new thing is called, where the answer does not tell its id. */
const namesIn = (sent: unknown): readonly string[] =>
  typeof sent === 'object' && sent !== null && 'name' in sent && typeof sent.name === 'string' ? [sent.name] : [];

/** The page with the form for a new thing of a section. What is typed is kept in the tab meanwhile: no secrets. */
export function SectionForm<T, I extends FieldValues, O>({ side, children, ...input }: SectionFormProps<T, I, O>) {
  const { page, draft } = useSectionForm(input);
  return (
    <>
      <PageHeading>{page.label}</PageHeading>
      <CreateForm {...page} {...(side && { side: side(draft) })}>
        {children(page.form, draft)}
      </CreateForm>
    </>
  );
}
