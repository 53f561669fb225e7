import type { Noun } from '../noun.ts';
import { userCalls } from './calls.ts';
import { userKind } from './entity.ts';

export const users = { kinds: [userKind], calls: userCalls } satisfies Noun;
