import type { Noun } from '../noun.ts';
import { securityGroupCalls } from './calls.ts';
import { securityGroupKind } from './entity.ts';

export const securityGroups = { kinds: [securityGroupKind], calls: securityGroupCalls } satisfies Noun;
