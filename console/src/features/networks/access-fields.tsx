import type { FieldPath } from 'react-hook-form';
import { PickField } from '../../ui/form/pick-field.tsx';
import { useControlled } from '../../ui/form/use-controlled.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { AccessDraft, AccessRow } from './access-draft.ts';
import { AccessRows, useProjectPick } from './access-rows.tsx';

interface AccessFieldsProps<I extends AccessDraft, O> {
  form: SchemaForm<I, O>;
  /** Id of the project that the network belongs to. */
  owner: string | null;
}

/** Who else may use a network, in the form of a new one or of one that is there. */
export function AccessFields<I extends AccessDraft, O>({ form, owner }: AccessFieldsProps<I, O>) {
  const { field, fieldState } = useControlled({ form, name: 'rbac_policies' as FieldPath<I> });
  const { onChange, onBlur } = field;
  const rows = field.value as AccessRow[];
  const named = useProjectPick({ rows, onChange }, owner);
  return (
    <>
      {named && <PickField form={form} name={'projects' as FieldPath<I>} {...named.pick} />}
      <AccessRows rows={rows} onChange={onChange} onBlur={onBlur} error={fieldState.error?.message} nameOf={named?.nameOf} />
    </>
  );
}
