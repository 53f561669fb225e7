import type { Noun } from '../noun.ts';
import { calls, securityGroupKind } from './entity.ts';

export const securityGroups = {
  kinds: [securityGroupKind],
  calls: {
    list: calls.list({ summary: 'Security groups of the scope' }),
    read: calls.read({ summary: 'One of them' }),
  },
} satisfies Noun;
