import type { Noun } from '../noun.ts';
import { sessionCalls } from './calls.ts';

export const session = { kinds: [], calls: sessionCalls } satisfies Noun;
