import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { VPN_RIGHTS } from '../vpn-policies/entity.ts';

/** What is connected on one side of a VPN: subnets of ours, or ranges of addresses (S2 §3). */
export const { kind: endpointGroupKind, calls } = defineNoun({
  ...VPN_RIGHTS,
  name: 'vpn_endpoint_group',
  path: '/api/v2/compute/vpn/endpoint-groups',
  plural: 'vpn_endpoint_groups',
  param: 'endpointGroupId',
  source: 'S2 §3',
  of: 'project',
  members: {
    description: z.string().nullable(),
    /** `subnet` or `cidr`; what was made elsewhere may be of another type. */
    type: z.string(),
    /** Ids of subnets, or ranges. */
    endpoints: z.array(z.string()),
  },
});
