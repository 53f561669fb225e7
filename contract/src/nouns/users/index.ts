import type { Noun } from '../noun.ts';
import { knownUserCalls, userCalls } from './calls.ts';
import { userKind } from './entity.ts';

export const users = {
  kinds: [userKind],
  calls: userCalls,
  fieldTexts: {
    no_slash: 'Slashes are not allowed.',
    email: 'This is not a valid email address.',
    user_name_taken: 'The domain already has a user with this name.',
    other_domain: 'This project belongs to another domain.',
  },
} satisfies Noun;

export const knownUsers = { kinds: [], calls: knownUserCalls } satisfies Noun;
