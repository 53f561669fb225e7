import type { Noun } from '../noun.ts';
import { actionFieldTexts } from './bodies.ts';
import { serverCalls } from './calls.ts';
import { serverFieldTexts } from './create.ts';
import { serverKind } from './entity.ts';

export const servers = { kinds: [serverKind], calls: serverCalls, fieldTexts: { ...serverFieldTexts, ...actionFieldTexts } } satisfies Noun;
