import type { Noun } from '../noun.ts';
import { traitCalls } from './calls.ts';
import { traitKind } from './entity.ts';

export const traits = { kinds: [traitKind], calls: traitCalls } satisfies Noun;
