import type { Project } from '@gantry/contract/nouns/projects/entity';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { LimitsDialog } from '../../app/quotas/limits-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** Sets the limits of a project. */
export function QuotasDialog(props: ActionDialogProps<Project>) {
  const { data } = useList(api.quotas.read, { usage: true }, { projectId: props.item.id });
  return <LimitsDialog {...props} noun="projects" kind="project" call={api.quotas.update} quota={data} />;
}
