import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import { TextRows } from '../../ui/form/text-rows.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { usePart } from './use-part.ts';

/** Who may connect: ranges of addresses, one a row. */
export function CidrField<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('load-balancer-pools');
  const id = useId();
  const { value: rows = [], marks, onChange, onBlur } = usePart<string[] | undefined, I, O>(form, 'allowed_cidrs' as FieldPath<I>);
  return (
    <FieldShell id={id} label={t('cidrs.label')} required={false} helper={t('cidrs.helper')} error={marks['']} groupRole="group">
      <TextRows
        what={t('cidrs.one')}
        add={t('cidrs.add')}
        values={rows}
        placeholder="203.0.113.0/24"
        isDisabled={false}
        errors={rows.map((_, index) => marks[String(index)])}
        onChange={onChange}
        onBlur={onBlur}
      />
    </FieldShell>
  );
}
