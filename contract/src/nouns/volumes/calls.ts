import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { volume, volumeKind } from './entity.ts';

export const volumeCalls = {
  list: defineCall({
    id: 'volumes.list',
    method: 'GET',
    path: '/api/v2/compute/volumes',
    summary: 'Volumes of the scope',
    source: 'S2 §7',
    permission: tenant('compute_volumes'),
    query: listQuery(volumeKind),
    answer: pageOf(volume),
    does: { by: 'list', kind: volumeKind },
  }),
  read: defineCall({
    id: 'volumes.read',
    method: 'GET',
    path: '/api/v2/compute/volumes/{volumeId}',
    summary: 'One of them',
    source: 'S2 §7',
    permission: tenant('compute_volume'),
    params: z.object({ volumeId: id }),
    answer: volume,
    does: { by: 'read', kind: volumeKind, id: 'volumeId' },
  }),
};
