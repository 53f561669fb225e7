import { useWatch } from 'react-hook-form';
import { partErrorsOf, type PartErrors } from '../../ui/form/field-errors.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { DraftNic } from './nic-draft.ts';

/** A dialog's form that is one interface, as its fields want it. */
export function useNicForm<O>(form: SchemaForm<DraftNic, O>) {
  const { control, setValue, formState } = form.fields;
  const nic = useWatch({ control }) as DraftNic;
  const marks = (['mac_addr', 'fixed_ips', 'security_group_ids'] as const).flatMap((member) =>
    Object.entries(partErrorsOf(formState.errors[member])).map(([path, text]) => [path === '' ? member : `${member}.${path}`, text]),
  );
  return {
    nic,
    marks: Object.fromEntries(marks) as PartErrors,
    onChange(next: DraftNic) {
      // What was refused is judged anew once it is another.
      const how = { shouldDirty: true, shouldTouch: true, shouldValidate: formState.isSubmitted };
      for (const key of ['mac_addr', 'fixed_ips', 'spoofing_protection', 'security_group_ids'] as const)
        if (next[key] !== nic[key]) setValue(key, next[key], how);
    },
  };
}
