import { CLUSTER_FEATURES } from '@gantry/contract/nouns/compute-cluster/bodies';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

/** What a form of the cluster's options holds. */
export interface OptionsDraft extends FieldValues {
  endpoint: string;
  features: (typeof CLUSTER_FEATURES)[number][];
}

/** What the cluster offers beside servers, and under which name clients reach it. @param kept what it offers already, which stays */
export function OptionFields<I extends OptionsDraft, O>({ form, kept }: { form: SchemaForm<I, O>; kept: readonly string[] }) {
  const { t } = useTranslation('nodes');
  const name = (key: keyof OptionsDraft) => key as FieldPath<I>;
  return (
    <>
      <PickField
        form={form}
        name={name('features')}
        label={t('cluster.features')}
        helper={t('cluster.features-stay')}
        several
        headers={[t('cluster.feature'), t('field.does')]}
        options={CLUSTER_FEATURES.map((feature) => ({
          id: feature,
          name: t(`feature.${feature}`),
          cells: [t(`feature-helper.${feature}`)],
          ...(kept.includes(feature) && { note: t('cluster.feature-kept') }),
        }))}
        more={false}
        search=""
        onSearch={() => undefined}
        onRetry={() => undefined}
      />
      <TextField form={form} name={name('endpoint')} label={t('cluster.endpoint')} helper={t('cluster.endpoint-helper')} />
    </>
  );
}
