import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { api } from '../../app/api/calls.ts';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';

interface DomainFieldProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  name: FieldPath<I>;
  /** For what else follows from a choice. */
  onPick?(): void;
}

/** The domain that something is made in. */
export function DomainField<I extends FieldValues, O>({ form, name, onPick }: DomainFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const options = useOptions(api.domains.list, 'name:asc');
  return <ResourceField form={form} name={name} label={t('field.domain')} options={options} cells={[]} {...(onPick && { onPick })} />;
}
