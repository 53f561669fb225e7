import type { Project } from '@gantry/contract/nouns/projects/entity';
import { api } from '../../app/api/calls.ts';
import { LimitsDialog } from '../../parts/quotas/limits-dialog.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** Sets the limits of a project. */
export function QuotasDialog(props: ActionDialogProps<Project>) {
  const { data } = useLimits('project', props.item.id);
  return <LimitsDialog {...props} noun="projects" kind="project" call={api.quotas.update} quota={data} />;
}
