import { distributionTitle } from '@gantry/contract/nouns/compute-cluster/distributions';
import { useWatch, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

/** The system that an image holds: one of those that the cloud tells apart (S0 §3), or what it has been called so far. */
export function OsField<I extends FieldValues & { os_distro: string }, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('images');
  const name = 'os_distro' as FieldPath<I>;
  const chosen = useWatch({ control: form.fields.control, name }) as FieldPathValue<I, FieldPath<I>> & string;
  const { data } = useCluster();
  const known = data?.capabilities.os_distributions ?? [];
  const own = known.some(({ id }) => id === chosen) ? [] : [{ id: chosen, title: distributionTitle(chosen) }];
  const options = [...known, ...own].map(({ id, title }) => ({ value: id, label: title }));
  return <SelectField form={form} name={name} label={t('field.os')} required options={options} />;
}
