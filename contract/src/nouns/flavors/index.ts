import type { Noun } from '../noun.ts';
import { flavorCalls } from './calls.ts';
import { flavorKind } from './entity.ts';

export const flavors = {
  kinds: [flavorKind],
  calls: flavorCalls,
  fieldTexts: {
    flavor_public: 'A public flavor is available to all projects. Do not choose any.',
    flavor_name_taken: 'A flavor with this name already exists.',
  },
} satisfies Noun;
