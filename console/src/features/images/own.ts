import type { Image } from '@gantry/contract/nouns/images/entity';

/** Whether an image is that of the caller: what is only shared with somebody does not tell him with whom else. */
export const isOwn = ({ members }: Pick<Image, 'members'>): boolean => members !== null;
