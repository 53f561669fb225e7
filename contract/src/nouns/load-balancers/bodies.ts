/** What load balancers are made of, and what can be changed of them (screens M2). */
import { z } from 'zod';
import { ipAddress } from '../../wire/addresses.ts';
import { reference } from '../../wire/reference.ts';
import { description, displayName, id } from '../../wire/values.ts';
import { poolOfNew } from '../load-balancer-pools/bodies.ts';
import { POOL_LIMITS } from '../load-balancer-pools/values.ts';

export const loadBalancerBody = z
  .strictObject({
    name: displayName,
    description: description.optional(),
    network_id: reference('network'),
    /** Absent: the first of the network, of the version of `address` or of `ip_version`. */
    subnet_id: id.optional(),
    /** Absent: that of the address, else 4. */
    ip_version: z.literal([4, 6], { error: 'choice' }).optional(),
    /** Absent: any that is free. */
    address: ipAddress.optional(),
    /** Absent: the first that has two instances. */
    flavor_id: reference('load_balancer_flavor').optional(),
    /** One that leads nowhere yet and is to lead there. */
    floating_ip_id: reference('floating_ip').optional(),
    /** What it is made with: all of them, or there is no balancer. */
    pools: z
      .array(poolOfNew)
      .max(POOL_LIMITS.ofCreation, { error: 'too_many' })
      .superRefine((pools, { addIssue }) => {
        for (const [index, { protocol_port: port, protocol }] of pools.entries())
          if (pools.slice(0, index).some((one) => one.protocol_port === port && (one.protocol === 'UDP') === (protocol === 'UDP')))
            addIssue({ code: 'custom', path: [index, 'protocol_port'], message: 'pool_port_taken' });
      })
      .optional(),
  })
  .meta({ id: 'LoadBalancerCreate', examples: [{ name: 'shop', network_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10' }] });
export type LoadBalancerCreate = z.output<typeof loadBalancerBody>;

export const loadBalancerUpdateBody = z
  .strictObject({ name: displayName.optional(), description: description.optional(), enabled: z.boolean().optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'LoadBalancerUpdate', examples: [{ enabled: false }] });
export type LoadBalancerUpdate = z.output<typeof loadBalancerUpdateBody>;
