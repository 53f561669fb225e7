import type { Noun } from '../noun.ts';
import { imageCalls } from './calls.ts';
import { imageKind } from './entity.ts';

export const images = { kinds: [imageKind], calls: imageCalls } satisfies Noun;
