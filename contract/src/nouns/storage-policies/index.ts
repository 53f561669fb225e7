import type { Noun } from '../noun.ts';
import { calls, storagePolicyKind } from './entity.ts';

export const storagePolicies = {
  kinds: [storagePolicyKind],
  calls: {
    list: calls.list({ summary: 'Storage policies that volumes of the scope may have' }),
    read: calls.read({ summary: 'One storage policy' }),
  },
} satisfies Noun;
