import { poolBody, type PoolCreate } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { useState } from 'react';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { inProjectOf } from '../../../app/create/in-project-of.tsx';
import { useResourceForm } from '../../../app/form/use-resource-form.ts';
import { useShowRows } from '../../../app/form/use-show-made.ts';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { OverPage } from '../../../app/resource/over-page.tsx';
import { useNounReason } from '../../../app/resource/reason-text.ts';
import { addressIn } from '../../../app/resource/routes.ts';
import { POOLS, WINDOW } from '../../../parts/load-balancing/paths.ts';
import { bodyOf, newPool, type PoolDraft } from '../../../parts/load-balancing/pool-draft.ts';
import { PoolWindow } from '../../../parts/load-balancing/pool-window.tsx';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { useItemId } from '../../../app/resource/use-item-id.ts';
import { section } from '../section.ts';
import { view } from '../view.tsx';
import { useObstacle } from './use-obstacle.ts';

const schemaFor = (loadBalancerId: string): z.ZodType<PoolCreate, PoolDraft> =>
  z
    .custom<PoolDraft>()
    .transform((draft): unknown => ({ ...bodyOf(draft), loadbalancer_id: loadBalancerId }))
    .pipe(poolBody as z.ZodType<PoolCreate, unknown>);

/** The window in which a pool is added to a balancer, over the list of its pools. */
export function Page() {
  const back = addressIn(POOLS)(useItemId(section.calls.read));
  return (
    <OverPage section={section} page={view.Details} back={back}>
      {(balancer, close) => <Add item={balancer} obstacle={undefined} onClose={close} />}
    </OverPage>
  );
}

const Add = inProjectOf(AddWindow, (balancer: LoadBalancer) => balancer);

function AddWindow({ item: balancer, onClose }: ActionDialogProps<LoadBalancer>) {
  const text = useNounText('load-balancer-pools');
  const obstacle = useObstacle(isLoadBalancerEditable, balancer, useNounReason('load-balancers'));
  const [schema] = useState(() => schemaFor(balancer.id));
  const showRows = useShowRows(onClose);
  const form = useResourceForm({
    noun: 'load-balancer-pools',
    kind: 'load_balancer_pool',
    call: api.loadBalancerPools.create,
    schema,
    defaults: newPool() as never,
    onDone: ({ id }, { name }) => showRows(id === null ? [name] : [id, name]),
  });
  return (
    <PoolWindow
      form={form}
      title={text('title.add')}
      submitLabel={text('title.add')}
      address={`${addressIn(POOLS)(balancer.id)}/${WINDOW}`}
      networkId={balancer.network_id}
      obstacle={obstacle}
      onCancel={onClose}
    />
  );
}
