import { useWatch } from 'react-hook-form';
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts';
import type { DraftNic } from './nic-draft.ts';

/** A dialog's form that is one interface, as its fields want it. */
export function useNicForm<O>(form: SchemaForm<DraftNic, O>) {
  const { control, setValue, formState } = form.fields;
  const nic = useWatch({ control }) as DraftNic;
  const { mac_addr: mac, fixed_ips: ips, security_group_ids: groups } = formState.errors;
  return {
    nic,
    errors: { mac_addr: mac?.message, fixed_ips: ips?.message, security_group_ids: groups?.message },
    onChange(next: DraftNic) {
      for (const key of ['mac_addr', 'fixed_ips', 'spoofing_protection', 'security_group_ids'] as const)
        if (next[key] !== nic[key]) setValue(key, next[key], { shouldDirty: true, shouldTouch: true });
    },
  };
}
