/** Load balancers of the platform: an address, and instances on nodes. They forward nothing, as guests are simulated. */
import type { LoadBalancerCreate, LoadBalancerUpdate } from '@gantry/contract/nouns/load-balancers/bodies';
import type { PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { loadBalancerKind } from '@gantry/contract/nouns/load-balancers/entity';
import {
  isFailoverPossible,
  isLoadBalancerDeletable,
  isLoadBalancerEditable,
  isRecreatable,
} from '@gantry/contract/nouns/load-balancers/rules';
import { idOf } from '../../../engines/embedded/platform/ids.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { LoadBalancerDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, lifecycle, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { referenced } from '../../../engines/embedded/platform/references.ts';
import { leadToBalancer, leaveBalancer } from '../../floating-ips/embedded/balancers.ts';
import { beginPool, removePool, rested } from '../../load-balancer-pools/embedded/index.ts';
import { judgedBody, type Judged } from '../../load-balancer-pools/shared/tls.ts';
import { leavePlace, takePlace } from './address.ts';
import { flavorIdOf } from './flavors.ts';
import { placeInstances, releaseInstances, withAllReplaced } from './instances.ts';

type Creation = Omit<LoadBalancerCreate, 'pools'> & { pools?: Judged<PoolWanted>[] };

const judgedCreation = async ({ pools, ...body }: LoadBalancerCreate): Promise<Creation> => {
  const judged: Judged<PoolWanted>[] = [];
  for (const [index, pool] of (pools ?? []).entries()) judged.push(await judgedBody(pool, `pools.${index}.`));
  return { ...body, pools: judged };
};

/** What is done with load balancers. */
export function loadBalancers(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'load_balancer', Creation, LoadBalancerUpdate>(
    platform,
    {
      kind: loadBalancerKind,
      of: 'project',
      creators: {
        create: async (request, { id, created_at, project_id, domain_id }): Promise<LoadBalancerDocument> => {
          const { writer, context, body } = request;
          const flavorId = body.flavor_id ?? flavorIdOf(platform, 'ACTIVE_STANDBY');
          const [flavor] = await referenced(platform, 'load_balancer_flavor', [flavorId], context.actor, 'flavor_id');
          const profile = await platform.document(writer, 'load_balancer_flavor_profile', flavor!.flavor_profile_id ?? '');
          const topology = profile?.flavor_data.loadbalancer_topology ?? 'SINGLE';
          const { network, subnet, address } = await takePlace(request);
          const made: LoadBalancerDocument = {
            id,
            name: body.name,
            description: body.description || null,
            status: 'CREATING',
            enabled: true,
            address,
            additional_addresses: [],
            floating_ip_address: null,
            network_id: network.id,
            network_name: null,
            subnet_id: subnet.id,
            port_id: idOf(platform.id, 'port', `${network.id} ${id}`),
            flavor_id: flavorId,
            flavor_name: null,
            topology,
            pools: [],
            members_count: 0,
            amphorae: await placeInstances(platform, writer, topology),
            provider: null,
            read_only: null,
            created_at,
            updated_at: null,
            project_id,
            domain_id,
          };
          let balancer = made;
          for (const [index, pool] of (body.pools ?? []).entries())
            balancer = await beginPool(platform, writer, { context, balancer, body: pool, place: `pools.${index}.`, accepted: null });
          return { ...balancer, updated_at: null };
        },
      },
      opened: async (balancer, { writer, context, body: { floating_ip_id: floating } }) => {
        if (floating === undefined) return;
        const shown = await leadToBalancer(platform, writer, context, { id: floating, balancer, field: 'floating_ip_id' });
        await putOwned(platform, writer, 'load_balancer', { ...shown, status: 'CREATING' });
      },
      change: (balancer, { body: { name = balancer.name, description = balancer.description, enabled = balancer.enabled } }) => ({
        ...balancer,
        name,
        description: description || null,
        enabled,
        status: rested({ enabled }),
        updated_at: platform.now(),
      }),
      mayChange: (balancer) => isLoadBalancerEditable(balancer),
      mayDelete: (balancer) => isLoadBalancerDeletable(balancer),
      creation: { timing: 'balancer', through: () => ['CREATING'], to: 'ACTIVE' },
      deletion: { timing: 'balancer', status: 'DELETING' },
      closed: async (_platform, writer, balancer) => {
        for (const { id } of balancer.pools) await removePool(platform, writer, id);
        await leaveBalancer(platform, writer, balancer);
        await releaseInstances(platform, writer, balancer.amphorae);
        await leavePlace(platform, writer, balancer);
      },
    },
    judgedCreation,
  );
  return {
    commands: {
      ...commands,
      'load_balancer.failover': doneAtOnce(platform, async (writer, { id }) => {
        const balancer = await documentFor({ platform, writer }, 'load_balancer', id, isFailoverPossible);
        await putOwned(platform, writer, 'load_balancer', await withAllReplaced(platform, writer, balancer));
        return balancer.id;
      }),
      'load_balancer.recreate': doneAtOnce(platform, async (writer, { id }) => {
        const balancer = await documentFor({ platform, writer }, 'load_balancer', id, isRecreatable);
        const made = await withAllReplaced(platform, writer, balancer);
        await putOwned(platform, writer, 'load_balancer', { ...made, status: rested(made) });
        return balancer.id;
      }),
    },
    asyncOperations,
  };
}
