import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { flavor, flavorKind } from './entity.ts';

export const flavorCalls = {
  list: defineCall({
    id: 'flavors.list',
    method: 'GET',
    path: '/api/v2/compute/flavors',
    summary: 'Flavors of the scope',
    source: 'decision F22',
    permission: tenant('compute_flavors'),
    query: listQuery(flavorKind),
    answer: pageOf(flavor),
    does: { by: 'list', kind: flavorKind },
  }),
  read: defineCall({
    id: 'flavors.read',
    method: 'GET',
    path: '/api/v2/compute/flavors/{flavorId}',
    summary: 'One of them',
    source: 'decision F22',
    permission: tenant('compute_flavor'),
    params: z.object({ flavorId: id }),
    answer: flavor,
    does: { by: 'read', kind: flavorKind, id: 'flavorId' },
  }),
};
