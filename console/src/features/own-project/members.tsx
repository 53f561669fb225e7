import { PROJECT_MEMBERS_MAX, type ProjectMember } from '@gantry/contract/nouns/projects/members';
import { enabledStatusOf, type EnabledStatus } from '@gantry/contract/wire/statuses';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { EnabledLabel } from '../../app/resource/status.tsx';
import { SubList } from '../../app/resource/sub-list.tsx';
import { memberName, MemberName } from '../../parts/people/member-name.tsx';
import { useProjectRoleName } from '../../parts/people/use-project-roles.ts';

/** Who works in the project, as what, and by which groups. */
export function Members({ projectId }: { projectId: string }) {
  const { t } = useTranslation('own-project');
  const { t: users } = useTranslation('users');
  const text = useNounText('users');
  const query = useList(api.computeProjects.members, {}, { projectId });
  const word = (status: EnabledStatus) => users(`state.${status}`);
  const roleName = useProjectRoleName();
  const roleOf = ({ role, cloud_roles: roles, read_only }: ProjectMember) =>
    role === null ? roles.join(', ') : roleName({ role, read_only });
  const stateOf = ({ enabled }: ProjectMember) => (enabled === null ? null : word(enabledStatusOf(enabled)));
  const groupsOf = ({ groups }: ProjectMember) => groups.join(', ');
  return (
    <>
      <SubList
        name="members"
        label={t('menu.members')}
        query={query}
        empty={t('members.none')}
        idOf={({ id }) => id}
        nameOf={memberName}
        columns={[
          { key: 'name', label: text('field.name'), value: memberName, render: (member) => <MemberName member={member} /> },
          { key: 'role', label: users('assign.role'), value: roleOf, render: roleOf },
          {
            key: 'groups',
            label: t('members.groups'),
            value: groupsOf,
            render: (member) => (member.groups.length > 0 ? <bdi>{groupsOf(member)}</bdi> : null),
          },
          {
            key: 'state',
            label: text('field.status'),
            value: stateOf,
            render: ({ enabled }) => enabled !== null && <EnabledLabel enabled={enabled} word={word} />,
          },
        ]}
      />
      {query.data && query.data.data.length >= PROJECT_MEMBERS_MAX && (
        <p className="gantry-subtle">{t('members.cut', { max: PROJECT_MEMBERS_MAX })}</p>
      )}
    </>
  );
}
