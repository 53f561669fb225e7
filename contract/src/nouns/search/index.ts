import type { Noun } from '../noun.ts';
import { searchCalls } from './calls.ts';

export const search = { kinds: [], calls: searchCalls } satisfies Noun;
