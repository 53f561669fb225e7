import { loadBalancerBody, type LoadBalancerCreate } from '@gantry/contract/nouns/load-balancers/bodies';
import type { Topology } from '@gantry/contract/nouns/load-balancers/availability';
import { z } from 'zod';
import { floatingOf } from '../../parts/networks/floating-field.tsx';
import { bodyOf, withoutKey, type PoolDraft } from '../../parts/load-balancing/pool-draft.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

/** A new load balancer as it is typed. */
export interface BalancerDraft {
  name: string;
  description: string;
  network_id: string | undefined;
  /** Undefined: the first subnet of the version. */
  subnet_id: string | undefined;
  ip_version: 4 | 6;
  address: string;
  topology: Topology;
  /** Undefined: the first of the topology, which the form puts in. */
  flavor_id: string | undefined;
  /** As the field has it: `ip <id>`. */
  floating_ip_id: string | undefined;
  pools: PoolDraft[];
}
export type BalancerForm = SchemaForm<BalancerDraft, LoadBalancerCreate>;

export const EMPTY: BalancerDraft = {
  name: '',
  description: '',
  network_id: undefined,
  subnet_id: undefined,
  ip_version: 4,
  address: '',
  topology: 'ACTIVE_STANDBY',
  flavor_id: undefined,
  floating_ip_id: undefined,
  pools: [],
};

/** What of it a browser may keep: no keys of certificates. */
export const keep = (draft: BalancerDraft): BalancerDraft => ({ ...draft, pools: draft.pools.map(withoutKey) });

export const schema: z.ZodType<LoadBalancerCreate, BalancerDraft> = z
  .custom<BalancerDraft>()
  .superRefine(({ network_id: network }, { addIssue }) => {
    if (network === undefined) addIssue({ code: 'custom', path: ['network_id'], message: 'required' });
  })
  .transform((draft): z.input<typeof loadBalancerBody> => {
    const { name, description, network_id: network = '', subnet_id: subnet, ip_version: version, address, flavor_id: flavor } = draft;
    const ip = address.trim();
    return {
      name,
      description,
      network_id: network,
      ip_version: version,
      ...(subnet !== undefined && { subnet_id: subnet }),
      ...(ip !== '' && { address: ip }),
      ...(flavor !== undefined && { flavor_id: flavor }),
      ...(draft.floating_ip_id !== undefined && { floating_ip_id: floatingOf(draft.floating_ip_id).id }),
      pools: draft.pools.map(bodyOf),
    };
  })
  .pipe(loadBalancerBody);
