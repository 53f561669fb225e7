import { useMemo, useState, type ComponentType } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { CommandDialog } from '../form/command-dialog.tsx';
import type { Named } from '../resource/named.ts';
import { useNounText, type SectionName } from '../resource/noun-text.ts';
import { useViewContext, type ViewContext } from './context.ts';
import { Fields, isText, loadFields, type LoadedField } from './fields.tsx';
import type { Change } from './forms.ts';
import type { AnyMember } from './members.ts';
import type { View } from './declare.ts';

/** The dialog that changes a thing, from its noun's table. */
export async function changeDialog<T extends Named, N extends SectionName>(view: View<T, N>): Promise<ComponentType<ActionDialogProps<T>>> {
  const { edit, members, section } = view;
  if (!edit) throw new Error(`nothing says how ${section.noun} are changed`);
  const [change, fields] = await Promise.all([edit.form(), loadFields(members, 'edit')]);
  return (props) => <ChangeDialog {...props} view={view} change={change} fields={fields} />;
}

interface ChangeDialogProps<T extends Named, N extends SectionName> extends ActionDialogProps<T> {
  view: View<T, N>;
  change: Change<T, N, FieldValues, unknown>;
  fields: readonly LoadedField<T, N>[];
}

/** The members that are changed, as a form holds them: a text that is not there is empty, what else is not there is absent. */
const membersOf = <T, N extends SectionName>(members: readonly AnyMember<T, N>[], item: T, context: ViewContext<N>): FieldValues =>
  Object.fromEntries(
    members.flatMap((member) => {
      const { of = '', in: places, when } = member;
      const value = (item as FieldValues)[of] as unknown;
      if (!places?.includes('edit') || when?.(context, 'edit') === false || (value === null && !isText(member))) return [];
      return [[of, value ?? '']];
    }),
  );

function ChangeDialog<T extends Named, N extends SectionName>(props: ChangeDialogProps<T, N>) {
  const { view, change, fields, item, obstacle, onClose } = props;
  const { section, placeOf } = view;
  const { noun, kind } = section;
  const text = useNounText(noun);
  const context = useViewContext(noun);
  // What the dialog was opened with, so that only what somebody has changed here is sent.
  const [opened] = useState(() => ({ item, before: change.draftOf?.(item, context) ?? membersOf(view.members, item, context) }));
  const { schema: given } = change;
  const schema = useMemo(
    () => (typeof given === 'function' ? given(opened.item, opened.before, context) : given),
    [given, opened, context],
  );
  return (
    <CommandDialog
      noun={noun}
      kind={kind}
      item={item}
      call={view.edit!.call}
      {...(placeOf && { params: placeOf(item) as never })}
      schema={schema}
      defaults={opened.before}
      label={text('edit.title', { name: item.name || item.id })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <Fields noun={noun} place="edit" fields={fields} form={form} item={item} />}
    </CommandDialog>
  );
}
