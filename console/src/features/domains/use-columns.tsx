import { DEFAULT_DOMAIN } from '@gantry/contract/constants';
import type { Domain } from '@gantry/contract/nouns/domains/entity';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { useLoginLink } from './use-login-link.ts';

/** What there is to say about a domain. */
export function useColumns(): SectionColumn<Domain>[] {
  const { t } = useTranslation('domains');
  const { t: users } = useTranslation('users');
  const text = useNounText('domains');
  const linkOf = useLoginLink();
  return useMemo(() => {
    return [
      commonColumns.enabled(
        users('field.state'),
        (status) => users(`state.${status}`),
        ({ enabled }) => enabled,
      ),
      { key: 'projects', label: users('field.projects'), kind: 'number', value: ({ projects_count: count }) => count },
      { key: 'description', label: text('field.description'), value: ({ description }) => description || null },
      {
        key: 'login',
        label: t('login-link'),
        on: 'details',
        value: (domain) => linkOf(domain) ?? null,
        details: (domain) => {
          const link = linkOf(domain);
          return link !== undefined && <CopyText text={link} label={t('login-link')} />;
        },
      },
      {
        key: 'protected',
        label: t('protected.label'),
        on: 'details',
        value: ({ id }) => (id === DEFAULT_DOMAIN.id ? t('protected.text') : null),
      },
      commonColumns.id(text),
    ];
  }, [t, users, text, linkOf]);
}
