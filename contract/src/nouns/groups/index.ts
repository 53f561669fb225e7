import type { Noun } from '../noun.ts';
import { groupCalls, knownGroupCalls } from './calls.ts';
import { groupKind } from './entity.ts';

export const groups = {
  kinds: [groupKind],
  calls: groupCalls,
  fieldTexts: { group_name_taken: 'The domain already has a group with this name.' },
} satisfies Noun;

export const knownGroups = { kinds: [], calls: knownGroupCalls } satisfies Noun;
