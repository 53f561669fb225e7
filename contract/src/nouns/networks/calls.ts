import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { network, networkKind } from './entity.ts';

export const networkCalls = {
  list: defineCall({
    id: 'networks.list',
    method: 'GET',
    path: '/api/v2/compute/networks',
    summary: 'Networks of the scope',
    source: 'S1 §7',
    permission: tenant('compute_networks'),
    query: listQuery(networkKind),
    answer: pageOf(network),
    does: { by: 'list', kind: networkKind },
  }),
  read: defineCall({
    id: 'networks.read',
    method: 'GET',
    path: '/api/v2/compute/networks/{networkId}',
    summary: 'One of them',
    source: 'S1 §7',
    permission: tenant('compute_network_details'),
    params: z.object({ networkId: id }),
    answer: network,
    does: { by: 'read', kind: networkKind, id: 'networkId' },
  }),
};
