import { publicKeyTexts } from '../../wire/public-key.ts';
import type { Noun } from '../noun.ts';
import { keyPairCalls } from './calls.ts';
import { keyPairKind } from './entity.ts';

export const keyPairs = {
  kinds: [keyPairKind],
  calls: keyPairCalls,
  fieldTexts: {
    ...publicKeyTexts,
    key_pair_name: 'Use letters, digits, spaces and the characters . _ - @. The name cannot consist only of periods.',
    key_pair_name_taken: 'You already have a key with this name.',
  },
} satisfies Noun;
