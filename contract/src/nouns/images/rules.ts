import type { CodedText } from '../../wire/errors.ts';
import { no, type Rule } from '../../wire/rule-result.ts';

/** What the rules look at. */
export interface ImageState {
  status: string;
  protected: boolean;
}

/** Its bytes are still on their way. */
const ARRIVING: ReadonlySet<string> = new Set(['queued', 'uploading', 'saving', 'importing']);
const isImageArriving = ({ status }: Pick<ImageState, 'status'>): boolean => ARRIVING.has(status);

/** Whether servers and volumes can be made of it. */
export const isImageUsable: Rule<Pick<ImageState, 'status'>> = ({ status }) =>
  status === 'active' ? true : no('wrong_status', { status, needed: 'active' });

/** What is wrong with an image that servers or volumes are to be made of, at the field that names it. */
export const imageProblem = (image: Pick<ImageState, 'status'>): CodedText | undefined =>
  isImageUsable(image) === true ? undefined : { code: 'image_not_active' };

/** What is wrong with a flavor for what an image asks of the memory. */
export const memoryProblem = ({ ram }: { ram: number }, { min_ram: least }: { min_ram: number }): CodedText | undefined =>
  ram < least ? { code: 'flavor_too_small', params: { ram: least } } : undefined;

/** Whether its bytes may leave the cloud: they are there, it is in use, and no licence keeps them in it (screens J). */
export const isImageDownloadable: Rule<{ status: string; restricted: boolean; size: number | null }> = (image) => {
  if (image.restricted) return no('image_restricted');
  const usable = isImageUsable(image);
  if (usable !== true) return usable;
  return image.size === null ? no('image_without_bytes') : true;
};

/** Not while it is protected, nor before its bytes are there (screens J). */
export const isImageDeletable: Rule<ImageState> = (image) => {
  if (image.protected) return no('image_protected');
  return isImageArriving(image) ? no('wrong_status', { status: image.status, needed: 'active' }) : true;
};

/** Only one that was taken out of use comes back (screens J); only what can be used is taken out of use. */
export const isImageReactivatable: Rule<Pick<ImageState, 'status'>> = ({ status }) =>
  status === 'deactivated' ? true : no('wrong_status', { status, needed: 'deactivated' });

/** What is on its way out, or was never there, stays as it is. */
export const isImageChangeable: Rule<Pick<ImageState, 'status'>> = ({ status }) =>
  ['active', 'deactivated', 'queued', 'saving', 'importing', 'uploading'].includes(status)
    ? true
    : no('wrong_status', { status, needed: 'active' });

/** To which projects an image is offered, as far as whoever asks is told. */
interface Sharing extends Pick<ImageState, 'status'> {
  visibility: string;
  members?: readonly { project_id: string }[] | null;
}

/** One that all projects have is offered to none (screens J). */
export const isImageShareable: Rule<Sharing, { project_id: string } | undefined> = (image, body) => {
  if (image.visibility === 'public' || image.visibility === 'community') return no('image_for_all');
  if (body && image.members?.some(({ project_id: id }) => id === body.project_id)) return no('image_shared_already');
  return isImageChangeable(image);
};

/** Only from whom it is offered to can it be taken away. */
export const isImageMember: Rule<Sharing, { project_id: string } | undefined> = ({ members }, body) =>
  body === undefined || members?.some(({ project_id: id }) => id === body.project_id) ? true : no('image_not_shared');

/** To what is no offer nobody can say yes or no. */
export const isImageOffered: Rule<{ visibility: string }> = ({ visibility }) => (visibility === 'shared' ? true : no('image_not_shared'));
