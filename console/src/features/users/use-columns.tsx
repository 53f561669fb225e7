import { USER_ROLES } from '@gantry/contract/access/roles';
import type { User } from '@gantry/contract/nouns/users/entity';
import { isFederated, visiblePermissions } from '@gantry/contract/nouns/users/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDomainFilter } from '../../app/list/use-domain-filter.ts';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useDomainColumn } from '../../app/resource/owners.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';

/** What there is to say about a user. */
export function useColumns(): SectionColumn<User>[] {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const domain = useDomainColumn<User>('users');
  return useMemo(() => {
    const listed = (values: readonly string[]) => values.join(', ') || null;
    return [
      ...domain,
      commonColumns.enabled(
        t('field.state'),
        (status) => t(`state.${status}`),
        ({ enabled }) => enabled,
      ),
      { key: 'role', label: t('field.role'), sort: 'role', value: ({ role }) => t(`role.${role}`) },
      { key: 'email', label: t('field.email'), sort: 'email', value: ({ email }) => email || null },
      { key: 'projects', label: t('field.projects'), kind: 'number', value: ({ assigned_projects: projects }) => projects.length },
      {
        key: 'provider',
        label: t('field.provider'),
        value: (user) => (isFederated(user) ? user.identity_provider : t('local')),
      },
      commonColumns.created(text),
      commonColumns.description(text),
      {
        key: 'domain-permissions',
        label: t('field.domain-permissions'),
        on: 'details',
        value: ({ domain_permissions: given }) =>
          listed(given.map((one) => t(`permission.${one as 'image_upload'}`, { defaultValue: one }))),
      },
      {
        key: 'system-permissions',
        label: t('field.system-permissions'),
        on: 'details',
        value: (user) => listed(visiblePermissions(user)),
      },
      commonColumns.id(text),
    ];
  }, [t, text, domain]);
}

/** By role, and by domain where several are looked at. */
export function useFilters(state: ListState): ListFilter[] {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  const ofDomain = useDomainFilter(state, text('field.domain'));
  const several = useSeesDomains();
  const options = USER_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }));
  return [{ kind: 'choice', key: 'role', label: t('field.role'), options }, ...(several ? [ofDomain] : [])];
}
