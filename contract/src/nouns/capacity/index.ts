import type { Noun } from '../noun.ts';
import { capacityCalls } from './calls.ts';

export const capacity = { kinds: [], calls: capacityCalls } satisfies Noun;
