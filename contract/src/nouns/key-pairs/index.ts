import { publicKeyTexts } from '../../wire/public-key.ts';
import type { Noun } from '../noun.ts';
import { keyPairCalls } from './calls.ts';
import { keyPairKind } from './entity.ts';

export const keyPairs = {
  kinds: [keyPairKind],
  calls: keyPairCalls,
  fieldTexts: {
    ...publicKeyTexts,
    key_pair_name: 'Only letters, digits, spaces and the signs . _ - @ are allowed, and not full stops alone.',
    key_pair_name_taken: 'You have a key of this name already.',
  },
} satisfies Noun;
