/** Personal tokens, by their hashes. What their users may do is not kept: it is looked up whenever one is used. */
import { sql } from 'kysely';
import type { PersonalTokenRecord, PersonalTokenStore } from '../../port/store/sign-in.ts';
import type { Database } from '../sql/database.ts';
import type { PersonalTokenRow } from '../sql/tables.ts';

const recordOf = (row: PersonalTokenRow): PersonalTokenRecord => ({
  tokenHash: row.token_hash,
  userId: row.user_id,
  name: row.name,
  scope: JSON.parse(row.scope) as PersonalTokenRecord['scope'],
  readOnly: row.read_only !== 0,
  lastFour: row.last_four,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

export function createPersonalTokenStore({ read, write, transaction }: Database): PersonalTokenStore {
  return {
    create: (token, most) =>
      transaction(async (db) => {
        const { count } = await db
          .selectFrom('personal_tokens')
          .select(sql<number>`count(*)`.as('count'))
          .where('user_id', '=', token.userId)
          .where('expires_at', '>', token.createdAt)
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return false;
        const row: PersonalTokenRow = {
          token_hash: token.tokenHash,
          user_id: token.userId,
          name: token.name,
          scope: JSON.stringify(token.scope),
          read_only: token.readOnly ? 1 : 0,
          last_four: token.lastFour,
          created_at: token.createdAt,
          expires_at: token.expiresAt,
          last_used_at: token.lastUsedAt,
        };
        await db.insertInto('personal_tokens').values(row).execute();
        return true;
      }),
    async get(tokenHash) {
      const row = await read.selectFrom('personal_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
      return row && recordOf(row);
    },
    async ofUser(userId, now) {
      const rows = await read
        .selectFrom('personal_tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .execute();
      return rows.map(recordOf);
    },
    async touch(tokenHash, at) {
      await write.updateTable('personal_tokens').set({ last_used_at: at }).where('token_hash', '=', tokenHash).execute();
    },
    async revoke(tokenHash) {
      await write.deleteFrom('personal_tokens').where('token_hash', '=', tokenHash).execute();
    },
    async revokeUser(userId) {
      await write.deleteFrom('personal_tokens').where('user_id', '=', userId).execute();
    },
    async prune(now) {
      await write.deleteFrom('personal_tokens').where('expires_at', '<=', now).execute();
    },
  };
}
