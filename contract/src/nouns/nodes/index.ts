import type { Noun } from '../noun.ts';
import { computeNodeCalls } from './calls.ts';
import { computeNodeKind } from './entity.ts';

export const nodes = { kinds: [computeNodeKind], calls: computeNodeCalls } satisfies Noun;
