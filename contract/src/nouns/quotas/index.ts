import type { Noun } from '../noun.ts';
import { quotaCalls } from './calls.ts';

export const quotas = { kinds: [], calls: quotaCalls } satisfies Noun;
