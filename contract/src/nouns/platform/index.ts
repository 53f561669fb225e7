import type { Noun } from '../noun.ts';
import { platformCalls } from './calls.ts';

export const platform = { kinds: [], calls: platformCalls } satisfies Noun;
