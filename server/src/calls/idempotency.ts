/** Creating calls repeated with the same key do one thing and answer the same for 24 h (rule 9): the task's own room sees to that. */
import { createHash } from 'node:crypto';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Once } from '../port/store/tasks.ts';
import type { AuthorisedRequest } from './call-request.ts';

/** Printable ASCII, as in other APIs with this header. */
const KEY = /^[\x21-\x7e]{1,255}$/;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** What makes this request the same as another: who, where, which call, which key; then the body. Throws validation_failed on a header that is no key. */
export function onceOf(request: AuthorisedRequest): Once | undefined {
  const { call, idempotencyKey } = request;
  if (!call.idempotent || idempotencyKey === undefined) return undefined;
  if (!KEY.test(idempotencyKey)) throw new GantryError('validation_failed', { fields: { 'Idempotency-Key': [{ code: 'format' }] } });
  const { principal, scope } = request.caller;
  const key = digest([principal.userId, scope, call.id, request.params ?? null, idempotencyKey]);
  return { key, bodyHash: digest(request.body ?? null) };
}
