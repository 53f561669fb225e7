import type { Noun } from '../noun.ts';
import { traitCalls } from './calls.ts';
import { traitKind } from './entity.ts';

export const traits = {
  kinds: [traitKind],
  calls: traitCalls,
  fieldTexts: {
    trait_name: 'The name needs a letter of A to Z or a digit.',
    trait_name_taken: 'There is a placement of this name already.',
  },
} satisfies Noun;
