import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { image, imageKind } from './entity.ts';

export const imageCalls = {
  list: defineCall({
    id: 'images.list',
    method: 'GET',
    path: '/api/v2/compute/images',
    summary: 'Images of the scope',
    source: 'S1 §7',
    permission: tenant('compute_images'),
    query: listQuery(imageKind),
    answer: pageOf(image),
    does: { by: 'list', kind: imageKind },
  }),
  read: defineCall({
    id: 'images.read',
    method: 'GET',
    path: '/api/v2/compute/images/{imageId}',
    summary: 'One of them',
    source: 'S1 §7',
    permission: tenant('compute_image'),
    params: z.object({ imageId: id }),
    answer: image,
    does: { by: 'read', kind: imageKind, id: 'imageId' },
  }),
};
