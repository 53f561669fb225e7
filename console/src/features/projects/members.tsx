import type { Project } from '@gantry/contract/nouns/projects/entity';
import type { User } from '@gantry/contract/nouns/users/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useProjectRoleName } from '../../parts/people/use-project-roles.ts';
import { UserTable } from '../../parts/people/user-table.tsx';
import { GroupMembers } from './group-members.tsx';
import { OtherMembers } from './other-members.tsx';
import { MemberDialog, type EditType } from './member-dialog.tsx';
import { placeOf } from './section.ts';

/** So many are shown; the list of users has the others. */
const SHOWN = 1000;

/** The users that a project is assigned to, each with the role there, and who else works in it. */
export function Members({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { t: users } = useTranslation('users');
  const may = useMay();
  const [editType, setEditType] = useState<EditType>();
  const query = useList(api.projects.users, { sort: 'name:asc', limit: SHOWN }, placeOf(project));
  const roleName = useProjectRoleName();
  const assignedTo = ({ assigned_projects: assigned }: User) => assigned.find(({ project_id: id }) => id === project.id);
  return (
    <>
      <UserTable
        label={t('tab.members')}
        tools={
          may(api.users.assign) && (
            <>
              <Button variant="secondary" onClick={() => setEditType('assign')}>
                {t('member.assign')}
              </Button>
              <Button variant="secondary" isAriaDisabled={query.data?.data.length === 0} onClick={() => setEditType('unassign')}>
                {t('member.unassign')}
              </Button>
            </>
          )
        }
        query={query}
        empty={t('member.none')}
        columns={[
          {
            key: 'assigned',
            sort: 'assigned',
            label: users('assign.role'),
            value: (user) => {
              const held = assignedTo(user);
              return held ? roleName(held) : null;
            },
          },
        ]}
      />
      <OtherMembers project={project} />
      <GroupMembers project={project} />
      {editType && (
        <MemberDialog key={editType} item={project} editType={editType} obstacle={undefined} onClose={() => setEditType(undefined)} />
      )}
    </>
  );
}
