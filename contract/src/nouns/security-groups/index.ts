import type { Noun } from '../noun.ts';
import { securityGroupCalls } from './calls.ts';
import { securityGroupKind } from './entity.ts';
import { securityGroupFieldTexts } from './field-texts.ts';

export const securityGroups = { kinds: [securityGroupKind], calls: securityGroupCalls, fieldTexts: securityGroupFieldTexts } satisfies Noun;
