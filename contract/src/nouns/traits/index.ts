import type { Noun } from '../noun.ts';
import { traitCalls } from './calls.ts';
import { traitKind } from './entity.ts';

export const traits = {
  kinds: [traitKind],
  calls: traitCalls,
  fieldTexts: {
    trait_name: 'The name must contain a letter from A to Z or a digit.',
    trait_name_taken: 'A placement with this name already exists.',
  },
} satisfies Noun;
