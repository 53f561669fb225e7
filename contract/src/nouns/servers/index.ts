import type { Noun } from '../noun.ts';
import { serverCalls } from './calls.ts';
import { serverKind } from './entity.ts';

export const servers = { kinds: [serverKind], calls: serverCalls } satisfies Noun;
