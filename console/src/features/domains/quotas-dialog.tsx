import type { Domain } from '@gantry/contract/nouns/domains/entity';
import { api } from '../../app/api/calls.ts';
import { LimitsDialog } from '../../parts/quotas/limits-dialog.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** Sets limits that what the projects of a domain have may not pass together. */
export function QuotasDialog(props: ActionDialogProps<Domain>) {
  const { data } = useLimits('domain', props.item.id);
  return <LimitsDialog {...props} noun="domains" kind="domain" call={api.domains.setQuotas} quota={data} />;
}
