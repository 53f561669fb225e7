import type { Project } from '@gantry/contract/nouns/projects/entity';
import { isEnabled, isProjectEditable } from '@gantry/contract/nouns/projects/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';
import { placeOf } from './section.ts';

/** What can be done to projects beside deleting them. */
export function useProjectActions(): Action<Project>[] {
  const { t } = useTranslation('projects');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('project');
  const edit = useEditAction<Project>(
    'projects',
    api.projects.update,
    () => true,
    () => import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  const put = (project: Project, enabled: boolean) =>
    send(api.projects.update, { params: placeOf(project), body: { enabled } }).then(refresh);
  const [enable, disable] = [t('action.enable'), t('action.disable')];
  return [
    edit,
    {
      id: 'projects.quotas',
      label: t('action.quotas'),
      offered: may(api.quotas.update),
      rule: () => true,
      dialog: () => import('./quotas-dialog.tsx').then(({ QuotasDialog }) => QuotasDialog),
    },
    {
      id: 'projects.enable',
      label: enable,
      offered: may(api.projects.update),
      fits: (project) => !isEnabled(project),
      rule: () => true,
      run: (project) => put(project, true),
    },
    {
      id: 'projects.disable',
      label: disable,
      offered: may(api.projects.update),
      fits: isEnabled,
      rule: (project) => isProjectEditable(project, { enabled: false }),
      confirm: ({ name }) => ({ title: t('disable.title', { name }), body: t('disable.body'), confirm: disable }),
      run: (project) => put(project, false),
    },
  ];
}
