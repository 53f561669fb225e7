import type { Project } from '@gantry/contract/nouns/projects/entity';
import { isEnabled } from '@gantry/contract/nouns/projects/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDomainFilter } from '../../app/list/use-domain-filter.ts';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useDomainColumn } from '../../app/resource/owners.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';

/** What there is to say about a project. */
export function useColumns(): SectionColumn<Project>[] {
  const { t } = useTranslation('projects');
  const text = useNounText('projects');
  const domain = useDomainColumn<Project>('projects');
  return useMemo(() => {
    return [
      ...domain,
      commonColumns.enabled<Project>(t('field.state'), (status) => t(`state.${status}`), isEnabled),
      { key: 'members', label: t('field.members'), kind: 'number', value: ({ members_count: count }) => count },
      { key: 'description', label: text('field.description'), value: ({ description }) => description || null },
      commonColumns.created(text),
      commonColumns.id(text),
    ];
  }, [t, text, domain]);
}

/** By domain, where several are looked at. */
export function useFilters(state: ListState): ListFilter[] {
  const text = useNounText('projects');
  const ofDomain = useDomainFilter(state, text('field.domain'));
  return useSeesDomains() ? [ofDomain] : [];
}
