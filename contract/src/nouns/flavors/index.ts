import type { Noun } from '../noun.ts';
import { flavorCalls } from './calls.ts';
import { flavorKind } from './entity.ts';

export const flavors = {
  kinds: [flavorKind],
  calls: flavorCalls,
  fieldTexts: {
    flavor_public: 'A public flavor is for all projects; name none.',
    flavor_name_taken: 'There is a flavor of this name already.',
  },
} satisfies Noun;
