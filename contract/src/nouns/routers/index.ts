import type { Noun } from '../noun.ts';
import { routerCalls } from './calls.ts';
import { routerKind } from './entity.ts';
import { routerFieldTexts } from './field-texts.ts';

export const routers = { kinds: [routerKind], calls: routerCalls, fieldTexts: routerFieldTexts } satisfies Noun;
