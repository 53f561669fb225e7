import type { Noun } from '../noun.ts';
import { imageCalls } from './calls.ts';
import { imageFieldTexts } from './field-texts.ts';
import { imageKind } from './entity.ts';

export const images = { kinds: [imageKind], calls: imageCalls, fieldTexts: imageFieldTexts } satisfies Noun;
