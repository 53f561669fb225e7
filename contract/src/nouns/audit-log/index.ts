import type { Noun } from '../noun.ts';
import { auditLogCalls } from './calls.ts';

export const auditLog = { kinds: [], calls: auditLogCalls } satisfies Noun;
