import type { Noun } from '../noun.ts';
import { loadBalancerCalls } from './calls.ts';
import { loadBalancerKind } from './entity.ts';
import { loadBalancerFieldTexts } from './field-texts.ts';

export const loadBalancers = { kinds: [loadBalancerKind], calls: loadBalancerCalls, fieldTexts: loadBalancerFieldTexts } satisfies Noun;
