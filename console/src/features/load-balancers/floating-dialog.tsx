import { assignBody, floatingIpBody } from '@gantry/contract/nouns/floating-ips/bodies';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { FLOATING_IP_QUOTA } from '@gantry/contract/nouns/floating-ips/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, type ApiCall } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { FloatingField, floatingOf } from '../../parts/networks/floating-field.tsx';
import { balancerSpot, useSurroundings } from '../../parts/networks/use-surroundings.ts';
import { QuotaTaken } from '../../parts/quotas/quota-taken.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** What is chosen, under the name that the server tells problems by. */
interface Draft {
  floating_network_id: string | undefined;
}

/** The body of an assignment, or of a new floating IP that is assigned at once. */
const schemaOf = (balancerId: string, isNew: boolean): z.ZodType<unknown, Draft> =>
  z
    .custom<Draft>()
    .superRefine(({ floating_network_id: chosen }, { addIssue }) => {
      if (chosen === undefined) addIssue({ code: 'custom', path: ['floating_network_id'], message: 'required' });
    })
    .transform(({ floating_network_id: chosen }): unknown => {
      const target = { load_balancer_id: balancerId };
      return isNew ? { floating_network_id: floatingOf(chosen).id, assign: target } : target;
    })
    .pipe((isNew ? floatingIpBody : assignBody) as z.ZodType<unknown, unknown>);

/** Lets a floating IP lead to a load balancer: one of the project that leads nowhere, or a new one. */
export function FloatingDialog({ item: balancer, obstacle, onClose }: ActionDialogProps<LoadBalancer>) {
  const { t } = useTranslation('resource');
  const [chosen, setChosen] = useState<string>();
  const { isNew, id } = floatingOf(chosen);
  const schema = useMemo(() => schemaOf(balancer.id, isNew), [balancer.id, isNew]);
  const spot = balancerSpot(balancer);
  const { missing } = useSurroundings([spot]);
  const takes = { amounts: takenBy(FLOATING_IP_QUOTA, isNew && chosen !== undefined ? [{}] : []) };
  const call: ApiCall = isNew ? api.floatingIps.create : api.floatingIps.assign;
  return (
    <CommandDialog
      noun="load-balancers"
      kind="floating_ip"
      item={balancer}
      call={call}
      params={isNew ? {} : { floatingIpId: id }}
      schema={schema}
      defaults={{ floating_network_id: undefined }}
      label={t('floating.title', { name: balancer.name || balancer.id })}
      submitLabel={t('floating.assign')}
      obstacle={obstacle}
      wide
      onClose={onClose}
    >
      {(form) => (
        <>
          <FloatingField
            form={form}
            name="floating_network_id"
            projectId={balancer.project_id}
            obstacleOf={(outside) => missing(spot, outside)}
            onPick={setChosen}
          />
          <QuotaTaken projectId={balancer.project_id} takes={takes} />
        </>
      )}
    </CommandDialog>
  );
}
