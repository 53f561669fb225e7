import type { Noun } from '../noun.ts';
import { applicationCredentialTexts } from './application-credentials.ts';
import { sessionCalls } from './calls.ts';
import { passwordTexts } from './entity.ts';
import { personalTokenTexts } from './tokens.ts';

export const session = {
  kinds: [],
  calls: sessionCalls,
  fieldTexts: { ...passwordTexts, ...personalTokenTexts, ...applicationCredentialTexts },
} satisfies Noun;
