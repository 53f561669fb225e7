import type { Noun } from '../noun.ts';
import { reportCalls } from './calls.ts';
import { reportKind } from './entity.ts';

export const problemReports = {
  kinds: [reportKind],
  calls: reportCalls,
  fieldTexts: {
    contact_email_required: 'Enter an email address for the reply.',
  },
} satisfies Noun;
