import type { Image } from '@gantry/contract/nouns/images/entity';

/** Whether an image is that of the caller: what is only shared with somebody does not tell them with whom else. */
export const isOwn = ({ members }: Pick<Image, 'members'>): boolean => members !== null;

/** The project in which something is made of an image by itself: its own, unless others have it as well. */
export const ownerOf = ({ visibility, project_id }: Image): { project_id: string | null } => ({
  project_id: visibility === 'private' ? project_id : null,
});
