import type { Noun } from '../noun.ts';
import { calls, imageKind } from './entity.ts';

export const images = {
  kinds: [imageKind],
  calls: { list: calls.list({ summary: 'Images of the scope' }), read: calls.read({ summary: 'One of them' }) },
} satisfies Noun;
