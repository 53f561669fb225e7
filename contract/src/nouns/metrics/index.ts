import type { Noun } from '../noun.ts';
import { metricsCalls } from './calls.ts';

export const metrics = { kinds: [], calls: metricsCalls } satisfies Noun;
