import { USER_ROLES } from '@gantry/contract/access/roles';
import type { Group } from '@gantry/contract/nouns/groups/entity';
import { visiblePermissions } from '@gantry/contract/nouns/users/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDomainFilter } from '../../app/list/use-domain-filter.ts';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { useDomainColumn } from '../../app/resource/owners.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ListFilter } from '../../ui/list/columns.ts';
import type { ListState } from '../../ui/list/list-state.ts';

/** What there is to say about a group. */
export function useColumns(): SectionColumn<Group>[] {
  const { t } = useTranslation('groups');
  const { t: users } = useTranslation('users');
  const text = useNounText('groups');
  const domain = useDomainColumn<Group>('groups');
  return useMemo(() => {
    const listed = (values: readonly string[]) => values.join(', ') || null;
    return [
      ...domain,
      { key: 'description', label: text('field.description'), value: ({ description }) => description || null },
      { key: 'role', label: users('field.role'), sort: 'role', value: ({ role }) => users(`role.${role}`) },
      { key: 'members', label: t('field.members'), kind: 'number', value: ({ members_count: count }) => count },
      { key: 'projects', label: users('field.projects'), kind: 'number', value: ({ assigned_projects: projects }) => projects.length },
      commonColumns.created(text),
      {
        key: 'domain-permissions',
        label: users('field.domain-permissions'),
        on: 'details',
        value: ({ domain_permissions: given }) =>
          listed(given.map((one) => users(`permission.${one as 'image_upload'}`, { defaultValue: one }))),
      },
      {
        key: 'system-permissions',
        label: users('field.system-permissions'),
        on: 'details',
        value: (group) => listed(visiblePermissions(group)),
      },
      commonColumns.id(text),
    ];
  }, [t, users, text, domain]);
}

/** By role, and by domain where several are looked at. */
export function useFilters(state: ListState): ListFilter[] {
  const { t } = useTranslation('users');
  const text = useNounText('groups');
  const ofDomain = useDomainFilter(state, text('field.domain'));
  const several = useSeesDomains();
  const options = USER_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }));
  return [{ kind: 'choice', key: 'role', label: t('field.role'), options }, ...(several ? [ofDomain] : [])];
}
