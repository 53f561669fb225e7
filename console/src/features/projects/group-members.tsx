import type { Group } from '@gantry/contract/nouns/groups/entity';
import type { Project } from '@gantry/contract/nouns/projects/entity';
import type { User } from '@gantry/contract/nouns/users/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useProjectRoleName } from '../../parts/people/use-project-roles.ts';
import { UserTable } from '../../parts/people/user-table.tsx';
import { ItemLink } from '../../app/resource/item-link.tsx';

/** So many are shown; the pages of the groups have the others. */
const SHOWN = 1000;

/** The users who are in the project because a group of theirs is, with those groups and the roles that these have there; nothing where there are none. */
export function GroupMembers({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { t: users } = useTranslation('users');
  const may = useMay();
  const roleName = useProjectRoleName();
  const offered = may(api.knownGroups.list) && may(api.users.list);
  const found = useList(api.knownGroups.list, { project_id: project.id, sort: 'name:asc', limit: SHOWN }, undefined, { enabled: offered });
  const groups = found.data?.data ?? [];
  const within = { group_id: `in:${groups.map(({ id }) => id).join(',')}`, sort: 'name:asc', limit: SHOWN };
  const query = useList(api.users.list, within, { domainId: project.domain_id }, { enabled: offered && groups.length > 0 });
  if (groups.length === 0) return null;
  const roleIn = ({ assigned_projects: assigned }: Group): string => {
    const held = assigned.find(({ project_id: id }) => id === project.id);
    return held ? roleName(held) : '';
  };
  const groupsOf = ({ group_ids: ids }: User) => groups.filter(({ id }) => ids.includes(id));
  return (
    <section className="gantry-tab" aria-label={t('member.through-groups')}>
      <Title headingLevel="h2" size="lg">
        {t('member.through-groups')}
      </Title>
      <UserTable
        label={t('member.through-groups')}
        query={query}
        empty={t('member.none')}
        columns={[
          {
            key: 'groups',
            label: users('people.groups'),
            value: (user) =>
              groupsOf(user)
                .map(({ name }) => name)
                .join(', '),
            render: (user) =>
              groupsOf(user).map((group, index) => (
                <Fragment key={group.id}>
                  {index > 0 && ', '}
                  <ItemLink kind="group" id={group.id}>
                    {group.name}
                  </ItemLink>
                  {` (${roleIn(group)})`}
                </Fragment>
              )),
          },
        ]}
      />
    </section>
  );
}
