import { no, type Rule } from '../../wire/verdict.ts';

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

/** Not while it is protected, nor before its bytes are there (screens J). */
export const isImageDeletable: Rule<ImageState> = (image) => {
  if (image.protected) return no('image_protected');
  return isImageArriving(image) ? no('wrong_status', { status: image.status, needed: 'active' }) : true;
};

/** What is on its way out, or was never there, stays as it is. */
export const isImageChangeable: Rule<Pick<ImageState, 'status'>> = ({ status }) =>
  ['active', 'deactivated', 'queued', 'saving', 'importing', 'uploading'].includes(status)
    ? true
    : no('wrong_status', { status, needed: 'active' });
