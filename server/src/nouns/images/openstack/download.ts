import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { StreamRead } from '../../../port/engine.ts';
import { tokenFor } from '../../../engines/openstack/identity/credential.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';

/** The bytes of an image, with the user's own token: in the project that is worked in, where the image is shared with that one. */
export const imageBytes =
  ({ api, keystone }: Parts): StreamRead =>
  async ({ credential, actor: { scope }, requestId, signal }, { id, projectId }, range) => {
    const as = await tokenFor(keystone, credential, scope.type === 'project' ? scope.projectId : projectId, requestId);
    const stream = await api.stream('image', { path: `/images/${encodeURIComponent(id)}/file`, as, range, requestId, signal });
    if (!stream) throw new GantryError('state_conflict', { reason: no('image_without_bytes') });
    return stream;
  };
