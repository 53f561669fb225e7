/** Images that are offered to projects, and what these say to it. */
import type { ImageShare } from '@gantry/contract/nouns/images/bodies';
import { isImageMember, isImageOffered, isImageShareable } from '@gantry/contract/nouns/images/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import type { Share } from '../../../port/store/rows.ts';
import type { Engine } from '../../../port/engine.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { ImageDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';

type Members = ImageDocument['members'];

/** Who else sees an image: everybody, or the projects that it is shared with. */
export function sharesOf({ visibility, members }: ImageDocument): Share[] {
  if (visibility === 'public') return sharedWith('everyone');
  return visibility === 'shared' ? (members ?? []).map(({ project_id: id, status: state }) => ({ target: `project:${id}`, state })) : [];
}

/** Most projects that one image is offered to, as image services have it. */
const MEMBERS_MAX = 128;

export function sharing(platform: Platform): Engine['commands'] {
  /** A command that changes who an image is offered to, or what one of them says. */
  const changing = <B = unknown>(change: (image: ImageDocument, body: B, projectId: string | undefined) => Members) =>
    doneAtOnce<B>(platform, async (writer, { id, body, context: { actor } }) => {
      const image = await documentFor({ platform, writer }, 'image', id);
      const { scope } = actor;
      const members = change(image, body, scope.type === 'project' ? scope.projectId : undefined);
      const next: ImageDocument = { ...image, visibility: 'shared', members, updated_at: platform.now() };
      await putOwned(platform, writer, 'image', next, { shares: sharesOf(next) });
      return image.id;
    });
  const saying = (status: 'accepted' | 'rejected') =>
    changing((image, _body, projectId) => {
      assertAllowed(isImageOffered(image));
      const members = image.members ?? [];
      if (!members.some(({ project_id: one }) => one === projectId))
        throw new GantryError('state_conflict', { reason: no('image_not_shared') });
      return members.map((one) => (one.project_id === projectId ? { ...one, status } : one));
    });
  return {
    'image.share': changing<ImageShare>((image, { project_id }) => {
      assertAllowed(isImageShareable(image, undefined));
      const members = (image.members ?? []).filter((one) => one.project_id !== project_id);
      if (project_id === image.project_id)
        throw new GantryError('validation_failed', { fields: { project_id: [{ code: 'image_own_project' }] } });
      if (members.length >= MEMBERS_MAX)
        throw new GantryError('state_conflict', { reason: no('image_members_most', { max: MEMBERS_MAX }) });
      const known = image.members?.find((one) => one.project_id === project_id);
      return [...members, known ?? { project_id, project_name: null, status: 'pending' as const }];
    }),
    'image.unshare': changing<ImageShare>((image, body) => {
      assertAllowed(isImageMember(image, undefined));
      return (image.members ?? []).filter((one) => one.project_id !== body.project_id);
    }),
    'image.accept': saying('accepted'),
    'image.reject': saying('rejected'),
  };
}
