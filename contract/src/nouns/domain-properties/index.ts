import type { Noun } from '../noun.ts';
import { domainPropertyCalls } from './calls.ts';

export const domainProperties = { kinds: [], calls: domainPropertyCalls } satisfies Noun;
