import type { Noun } from '../noun.ts';
import { groupCalls, knownGroupCalls } from './calls.ts';
import { groupKind } from './entity.ts';

export const groups = {
  kinds: [groupKind],
  calls: groupCalls,
  fieldTexts: { group_name_taken: 'The domain has a group of this name already.' },
} satisfies Noun;

export const knownGroups = { kinds: [], calls: knownGroupCalls } satisfies Noun;
