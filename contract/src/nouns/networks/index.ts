import type { Noun } from '../noun.ts';
import { networkCalls } from './calls.ts';
import { networkKind } from './entity.ts';
import { networkFieldTexts } from './field-texts.ts';

export const networks = { kinds: [networkKind], calls: networkCalls, fieldTexts: networkFieldTexts } satisfies Noun;
