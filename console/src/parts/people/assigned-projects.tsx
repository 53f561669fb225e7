import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useMay } from '../../app/abilities/use-may.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { linkColumn, SubTable } from '../../app/resource/sub-list.tsx';
import type { Assigning, Holder } from './holder.ts';
import { useProjectRoleName } from './use-project-roles.ts';

interface Assigned {
  id: string;
  /** Its id where the reader does not see it. */
  name: string;
  role: Holder['assigned_projects'][number]['role'];
  read_only: boolean;
}

interface AssignedProjectsProps {
  holder: Holder;
  assigning: Assigning;
  /** What is to be said before the table, and in its place where it is empty. */
  before?: ReactNode;
}

/** The projects that are assigned to a user or to a group, each with the role there. */
export function AssignedProjects({ holder, assigning, before }: AssignedProjectsProps) {
  const { t } = useTranslation('users');
  const may = useMay();
  const roleOf = useProjectRoleName();
  const [leaving, setLeaving] = useState<UnassignProps['project']>();
  const items = holder.assigned_projects
    .map(({ project_id: id, project_name: name, role, read_only }): Assigned => ({ id, name: name ?? id, role, read_only }))
    .toSorted(({ name: a }, { name: b }) => (a < b ? -1 : 1));
  if (items.length === 0 && before) return before;
  return (
    <>
      {before}
      <SubTable
        name="assigned"
        empty={t('assign.none')}
        label={t('tab.projects')}
        items={items}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={plainActions(
          ({ id, name }: Assigned) => [
            { id: 'unassign', label: t('action.unassign'), danger: true, onSelect: () => setLeaving({ id, name }) },
          ],
          may(assigning.call),
        )}
        columns={[
          linkColumn(t('assign.project'), () => 'project'),
          { key: 'role', sort: 'role', label: t('assign.role'), value: (one: Assigned) => roleOf(one) },
        ]}
      />
      {leaving && <Unassign holder={holder} project={leaving} assigning={assigning} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface UnassignProps {
  holder: Holder;
  project: { id: string; name: string };
  assigning: Assigning;
  onClose(): void;
}

/** Asks before an assignment ends. */
function Unassign({ holder, project, assigning, onClose }: UnassignProps) {
  const { t } = useTranslation('users');
  const describe = useFailure();
  const refresh = useRefresh(assigning.kind);
  const assign = useCommand(assigning.call);
  const end = () =>
    assign.mutate(
      { params: assigning.placeOf(holder), body: { project_id: project.id, role: null } },
      { onSuccess: () => void refresh().then(onClose) },
    );
  return (
    <ConfirmDialog
      title={t('unassign.title', { project: project.name })}
      body={t('unassign.body')}
      confirm={t('action.unassign')}
      pending={assign.isPending}
      failure={assign.error ? describe(assign.error) : undefined}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
