/** Creating calls repeated with the same key do one thing and answer the same for 24 h (rule 9), on all replicas. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import type { IdempotentAnswer, Store } from '../store/port.ts';
import { signedIn, type Asked } from './asked.ts';

/** Milliseconds: longer than a command may take to be accepted. */
const LEASE = 60_000;
const POLL = 50;

/** Printable ASCII, as in other APIs with this header. */
const KEY = /^[\x21-\x7e]{1,255}$/;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Key of the answer: who, where, which call, which header. Throws validation_failed on a header that is none. */
function keyOf(asked: Asked, header: string): string {
  if (!KEY.test(header)) throw new GantryError('validation_failed', { fields: { 'Idempotency-Key': [{ code: 'format' }] } });
  const caller = signedIn(asked);
  return digest([caller.principal.userId, caller.scope, asked.call.id, asked.params ?? null, header]);
}

/** Returns `once`: runs the work, unless the key has been used; then it answers what was answered, or refuses another body. Refusals are not kept. */
export function createIdempotency(store: Pick<Store, 'idempotency' | 'leases' | 'transaction'>) {
  async function known(key: string, bodyHash: string): Promise<unknown> {
    const answer = await store.idempotency.get(key);
    if (answer && answer.bodyHash !== bodyHash) throw new GantryError('idempotency_mismatch');
    return answer?.answer;
  }

  return async function once(asked: Asked, header: string | undefined, work: () => Promise<unknown>): Promise<unknown> {
    if (!asked.call.idempotent || header === undefined) return work();
    const key = keyOf(asked, header);
    const bodyHash = digest(asked.body ?? null);
    const name = `idempotency ${key}`;
    const holder = randomUUID();
    for (const end = Date.now() + LEASE; Date.now() < end; await sleep(POLL)) {
      const before = await known(key, bodyHash);
      if (before !== undefined) return before;
      if (!(await store.leases.hold(name, holder, LEASE))) continue;
      try {
        const meanwhile = await known(key, bodyHash);
        if (meanwhile !== undefined) return meanwhile;
        const answer = await work();
        const entry: IdempotentAnswer = { key, bodyHash, status: asked.call.status ?? 200, answer };
        await store.transaction((writer) => writer.idempotency.put(entry));
        return answer;
      } finally {
        await store.leases.release(name, holder);
      }
    }
    throw new GantryError('engine_unavailable', { detail: 'a request with the same Idempotency-Key is still under way' });
  };
}
