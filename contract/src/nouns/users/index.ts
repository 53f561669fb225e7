import type { Noun } from '../noun.ts';
import { knownUserCalls, userCalls } from './calls.ts';
import { userKind } from './entity.ts';

export const users = {
  kinds: [userKind],
  calls: userCalls,
  fieldTexts: {
    no_slash: 'A slash is not allowed here.',
    email: 'This is not an e-mail address.',
    user_name_taken: 'The domain has a user of this name already.',
    other_domain: 'This project belongs to another domain.',
  },
} satisfies Noun;

export const knownUsers = { kinds: [], calls: knownUserCalls } satisfies Noun;
