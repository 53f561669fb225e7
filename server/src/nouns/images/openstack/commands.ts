/** What the image service does with images themselves. */
import type { ImageUpdate } from '@gantry/contract/nouns/images/bodies';
import { no } from '@gantry/contract/wire/rule-result';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Engine } from '../../../port/engine.ts';
import { ServiceError } from '../../../engines/openstack/client/errors.ts';
import { deleteSync, updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';
import { sharing } from './sharing.ts';
import { PATCH, uploadImage } from './upload.ts';

const KIND = 'image';
const placeOf = (id: string): string => `/images/${encodeURIComponent(id)}`;

/** What it says of an image that a server or a volume still is a copy of (by its back end), or that is protected. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { detail = '', requestId } = error;
  const said = { detail, ...(requestId !== undefined && { requestId }) };
  if (error.httpStatus === 403 && /is protected/i.test(detail))
    return new GantryError('state_conflict', { reason: no('image_protected'), ...said });
  if (error.httpStatus === 409 && /in use/i.test(detail)) return new GantryError('state_conflict', { reason: no('image_in_use'), ...said });
  return error;
}

/** Takes an image out of use, or back into it; done twice it is the same. */
const acting = (parts: Parts, action: 'deactivate' | 'reactivate') =>
  updateSync(parts, KIND, ({ id }) => ({ service: 'image', method: 'POST', path: `${placeOf(id)}/actions/${action}` }));

export const imageCommands = (parts: Parts): Engine['commands'] => ({
  ...sharing(parts),
  'image.create': uploadImage(parts),
  'image.update': updateSync<ImageUpdate>(parts, KIND, ({ id }, body) => ({
    service: 'image',
    method: 'PATCH',
    path: placeOf(id),
    headers: PATCH,
    // What is not there yet is added as what is there is replaced.
    body: Object.entries(body).map(([member, value]) => ({ op: 'add', path: `/${member}`, value })),
  })),
  'image.deactivate': acting(parts, 'deactivate'),
  'image.reactivate': acting(parts, 'reactivate'),
  'image.delete': deleteSync(parts, KIND, {
    ask: ({ id }) => ({ service: 'image', path: placeOf(id) }),
    refused: (_row, error) => Promise.reject(refusalOf(error) as Error),
  }),
});
