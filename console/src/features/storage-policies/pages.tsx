import type { StoragePolicy } from '@gantry/contract/nouns/storage-policies/entity';
import LayerGroupIcon from '@patternfly/react-icons/dist/esm/icons/layer-group-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { api } from '../../app/api/calls.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import { limitsText } from './limits.ts';
import { section } from './section.ts';
import { domainText, redundancyFactsText, redundancyText } from './words.ts';

function useColumns(): SectionColumn<StoragePolicy>[] {
  const { t, i18n } = useTranslation('storage-policies');
  const text = useNounText('storage-policies');
  const keeps = useCapabilities().has('storage_policy.create:redundancy');
  return useMemo(() => {
    const kept: SectionColumn<StoragePolicy>[] = [
      { key: 'tier', label: t('field.tier'), kind: 'number', value: ({ tier }) => tier },
      {
        key: 'redundancy',
        label: t('field.redundancy'),
        value: ({ redundancy }) => redundancy && redundancyText(t, redundancy),
        details: ({ redundancy }) => redundancy && redundancyFactsText(t, redundancy, i18n.language),
      },
      { key: 'domain', label: t('field.domain'), value: ({ failure_domain: apart }) => apart && domainText(t, apart) },
    ];
    return [
      { key: 'description', label: text('field.description'), value: ({ description }) => description || null },
      { key: 'default', label: t('field.default'), value: ({ is_default: isDefault }) => (isDefault ? t('default.yes') : null) },
      ...(keeps ? kept : []),
      { key: 'limits', label: t('field.limits'), value: ({ limits }) => limitsText(t, limits, i18n.language) },
      commonColumns.id(text),
    ];
  }, [t, text, keeps, i18n.language]);
}

/** What both pages share. */
function useShared() {
  const edit = useEditAction<StoragePolicy>(
    'storage-policies',
    api.storagePolicies.update,
    () => true,
    () => import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  return { section, icon: LayerGroupIcon, columns: useColumns(), actions: [edit] };
}

/** The storage policies of the cloud. */
export const List = () => <SectionList<StoragePolicy> {...useShared()} />;

/** One of them. */
export const Details = () => <SectionDetails<StoragePolicy> {...useShared()} />;
