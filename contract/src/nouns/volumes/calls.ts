import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { volumeExtendBody } from './bodies.ts';
import { volumeKind } from './entity.ts';
import { isVolumeGrowable } from './rules.ts';

const { list, read, actWith } = resourceCalls({
  noun: 'volumes',
  side: 'both',
  kind: volumeKind,
  path: '/api/v2/compute/volumes',
  param: 'volumeId',
  many: tenant('compute_volumes'),
  one: tenant('compute_volume'),
  source: 'S2 §7',
});

export const volumeCalls = {
  list: list({ summary: 'Volumes of the scope' }),
  read: read({ summary: 'One of them' }),
  extend: actWith('extend', {
    summary: 'Lets a volume grow, also one that a server has while that is active, paused or shut off',
    source: 'S2 §4',
    body: volumeExtendBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeGrowable,
  }),
};
