import type { Domain } from '@gantry/contract/nouns/domains/entity';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { LimitsDialog } from '../../app/quotas/limits-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** Sets limits that what the projects of a domain have may not pass together. */
export function QuotasDialog(props: ActionDialogProps<Domain>) {
  const { data } = useList(api.domains.readQuotas, { usage: true }, { domainId: props.item.id });
  return <LimitsDialog {...props} noun="domains" kind="domain" call={api.domains.setQuotas} quota={data} />;
}
