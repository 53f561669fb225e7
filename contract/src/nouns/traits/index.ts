import type { Noun } from '../noun.ts';
import { calls, traitKind } from './entity.ts';

export const traits = {
  kinds: [traitKind],
  calls: {
    list: calls.list({ summary: 'Placements (traits) that servers can be bound to' }),
    read: calls.read({ summary: 'One of them' }),
  },
} satisfies Noun;
