import type { FieldValues } from 'react-hook-form';
import type { ReactNode } from 'react';
import { useNameCheck } from '../form/use-name-check.ts';
import type { Named } from '../resource/named.ts';
import type { SectionName } from '../resource/noun-text.ts';
import { isMade, type MadeSection } from '../resource/section.ts';
import { SectionForm } from '../resource/section-form.tsx';
import { useSend } from '../api/hooks.ts';
import { useViewContext } from './context.ts';
import { Fields, loadFields, type LoadedField } from './fields.tsx';
import type { Creation } from './forms.ts';
import type { View } from './declare.ts';

/** The page with the form for a new thing, from its noun's table. */
export async function createPage<T extends Named, N extends SectionName>({
  section,
  members,
  create,
}: View<T, N>): Promise<{ Page: () => ReactNode }> {
  if (!create || !isMade(section)) throw new Error(`nothing says how ${section.noun} are made`);
  const [creation, fields] = await Promise.all([create(), loadFields(members, 'create')]);
  return { Page: () => <CreatePage section={section} creation={creation} fields={fields} /> };
}

interface CreatePageProps<T extends Named, N extends SectionName> {
  section: MadeSection<T, N>;
  creation: Creation<T, N, FieldValues, unknown>;
  fields: readonly LoadedField<T, N>[];
}

function CreatePage<T extends Named, N extends SectionName>({ section, creation, fields }: CreatePageProps<T, N>) {
  const { schema, empty, unique, keep = (draft) => draft, send, side } = creation;
  const context = useViewContext(section.noun);
  const sendAny = useSend();
  const among = unique?.among;
  const isFree = useNameCheck(section.calls.list, unique?.code ?? '', among && ((one) => among(one, context)));
  const secrets = fields.flatMap(({ member: { of = '', typed = of }, spec }) => (spec.as === 'secret' ? [typed] : []));
  return (
    <SectionForm
      section={section}
      schema={schema}
      defaults={typeof empty === 'function' ? empty(context) : empty}
      {...(unique && { checks: { name: isFree } })}
      keep={(draft) => ({ ...keep(draft), ...Object.fromEntries(secrets.map((name) => [name, ''])) })}
      side={side}
      {...(send && { send: (values: unknown) => send(values, sendAny) })}
    >
      {(form) => <Fields noun={section.noun} place="create" fields={fields} form={form} />}
    </SectionForm>
  );
}
