import type { FieldError, FieldErrors } from 'react-hook-form';
import { partErrorsOf, type PartErrors } from '../../ui/form/field-errors.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { SubnetDraft } from './subnet-draft.ts';
import { SubnetFields } from './subnet-fields.tsx';

/** What is wrong with each field of a form, by the path of its part. */
const allMarks = (errors: FieldErrors): PartErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, mark]) =>
      Object.entries(partErrorsOf(mark as FieldError | undefined)).map(([part, text]) => [part === '' ? field : `${field}.${part}`, text]),
    ),
  );

const MEMBERS = ['cidr', 'gateway_ip', 'no_gateway', 'enable_dhcp', 'mode', 'dns_nameservers', 'allocation_pools'] as const;

/** The fields of a subnet in a form whose values are the subnet. */
export function SubnetForm<O>({ form, isThere = false }: { form: SchemaForm<SubnetDraft, O>; isThere?: boolean }) {
  const { formState, setValue, trigger, watch } = form.fields;
  const draft = watch();
  const isJudged = formState.isSubmitted || Object.keys(formState.errors).length > 0;
  const change = (next: SubnetDraft) => {
    for (const name of MEMBERS) if (next[name] !== draft[name]) setValue(name, next[name], { shouldDirty: true });
    // One member is judged by others: a gateway by the pools.
    if (isJudged) void trigger();
  };
  return (
    <SubnetFields
      draft={draft}
      marks={allMarks(formState.errors)}
      isThere={isThere}
      onChange={change}
      onBlur={() => void (formState.isDirty && trigger())}
    />
  );
}
