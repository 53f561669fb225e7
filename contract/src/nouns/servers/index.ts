import type { Noun } from '../noun.ts';
import { actionFieldTexts } from './bodies.ts';
import { serverCalls } from './calls.ts';
import { serverFieldTexts } from './create.ts';
import { serverKind } from './entity.ts';
import { interfaceFieldTexts } from './interfaces.ts';
import { placementFieldTexts } from './placement.ts';
import { reachFieldTexts } from './reach.ts';

export const servers = {
  kinds: [serverKind],
  calls: serverCalls,
  fieldTexts: { ...serverFieldTexts, ...actionFieldTexts, ...interfaceFieldTexts, ...placementFieldTexts, ...reachFieldTexts },
} satisfies Noun;
