import type { Noun } from '../noun.ts';
import { volumeCalls } from './calls.ts';
import { volumeKind } from './entity.ts';

export const volumes = { kinds: [volumeKind], calls: volumeCalls } satisfies Noun;
