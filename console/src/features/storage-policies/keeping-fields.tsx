import {
  FAILURE_DOMAINS,
  REDUNDANCIES,
  redundancyFacts,
  STORAGE_TIERS,
  tierName,
} from '@gantry/contract/nouns/storage-policies/redundancy';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStorageCluster } from '../../parts/storage-clusters/use-storage-cluster.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { formatSize } from '../../ui/show/format-size.ts';
import { domainText, redundancyFactsText } from './redundancy-text.ts';

/** Milliseconds after which the figures of the storage are read again. */
const OFTEN = 60_000;

/** How data is kept, as far as the storage has what it takes: of tiers those that there are, and no redundancy that needs more nodes. */
export function KeepingFields<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t, i18n } = useTranslation('storage-policies');
  const cluster = useStorageCluster(OFTEN).data;
  const tiers = cluster?.tiers.filter(({ id }) => id < STORAGE_TIERS) ?? [];
  const nodes = cluster?.cs.total;
  return (
    <>
      <SelectField
        form={form}
        name={'tier' as FieldPath<I>}
        label={t('field.tier')}
        options={(tiers.length > 0 ? tiers : [{ id: 0, free: undefined }]).map(({ id, free }) => ({
          value: id,
          label: free === undefined ? tierName(id) : t('tier.free', { tier: tierName(id), size: formatSize(free, i18n.language) }),
        }))}
      />
      <SelectField
        form={form}
        name={'redundancy' as FieldPath<I>}
        label={t('field.redundancy')}
        {...(nodes !== undefined && { helper: t('redundancy.nodes', { count: nodes }) })}
        options={REDUNDANCIES.map((value) => ({
          value,
          label: redundancyFactsText(t, value, i18n.language),
          disabled: nodes !== undefined && redundancyFacts(value).places > nodes,
        }))}
      />
      <SelectField
        form={form}
        name={'failure_domain' as FieldPath<I>}
        label={t('field.domain')}
        helper={t('domain.helper')}
        options={FAILURE_DOMAINS.map((value) => ({ value, label: domainText(t, value) }))}
      />
    </>
  );
}
