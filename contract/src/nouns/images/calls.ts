import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { imageKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'images',
  side: 'both',
  kind: imageKind,
  path: '/api/v2/compute/images',
  param: 'imageId',
  many: tenant('compute_images'),
  one: tenant('compute_image'),
  source: 'S1 §7',
});

export const imageCalls = {
  list: list({ summary: 'Images of the scope' }),
  read: read({ summary: 'One of them' }),
};
