import type { Noun } from '../noun.ts';
import { flavorCalls } from './calls.ts';
import { flavorKind } from './entity.ts';

export const flavors = { kinds: [flavorKind], calls: flavorCalls } satisfies Noun;
