import type { Noun } from '../noun.ts';
import { domainCalls } from './calls.ts';
import { domainKind } from './entity.ts';

export const domains = {
  kinds: [domainKind],
  calls: domainCalls,
  fieldTexts: { domain_name_taken: 'A domain with this name already exists.' },
} satisfies Noun;
