/** Answers that are given again when a creating call is repeated with the same key. */
import { sql } from 'kysely';
import type { Vault } from './crypto.ts';
import { databaseNow, type Database } from './database.ts';
import type { IdempotentAnswer, Writer } from './port.ts';
import type { Db } from './tables.ts';

/** How long an answer is kept (architecture rule 9). */
const KEPT_MS = 24 * 3_600_000;

const place = (key: string): string => `idempotency.answer:${key}`;

export async function getAnswer({ flavour, read }: Database, vault: Vault, key: string): Promise<IdempotentAnswer | undefined> {
  const row = await read
    .selectFrom('idempotency')
    .selectAll()
    .where('key', '=', key)
    .where('at', '>', sql<number>`${databaseNow(flavour)} - ${KEPT_MS}`)
    .executeTakeFirst();
  return row && { key, bodyHash: row.body_hash, status: row.status, answer: vault.open(row.answer, place(key)) };
}

/** An answer may hand out a secret once, so it is sealed. Old answers go with each new one. */
export function createAnswerWriter(db: Db, { flavour }: Database, vault: Vault): Writer['idempotency'] {
  const clock = databaseNow(flavour);
  return {
    async put({ key, bodyHash, status, answer }) {
      await sql`delete from idempotency where at <= ${clock} - ${KEPT_MS}`.execute(db);
      const made = await db
        .insertInto('idempotency')
        .values({ key, body_hash: bodyHash, status, answer: vault.seal(answer, place(key)), at: clock })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key')
        .executeTakeFirst();
      return made !== undefined;
    },
  };
}
