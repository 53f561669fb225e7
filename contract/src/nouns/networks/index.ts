import type { Noun } from '../noun.ts';
import { networkCalls } from './calls.ts';
import { networkKind } from './entity.ts';

export const networks = { kinds: [networkKind], calls: networkCalls } satisfies Noun;
