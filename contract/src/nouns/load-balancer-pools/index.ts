import type { Noun } from '../noun.ts';
import { poolCalls } from './calls.ts';
import { poolKind } from './entity.ts';
import { poolFieldTexts } from './problems.ts';

export const loadBalancerPools = { kinds: [poolKind], calls: poolCalls, fieldTexts: poolFieldTexts } satisfies Noun;
