/**
 * Sessions and scope tokens. Secrets are sealed; ids are hashes already. What was sealed with a key that is no longer
 * given has ended with it.
 */
import type { Scope } from '@gantry/contract/access/roles';
import type { Vault } from '../crypto/vault.ts';
import { textRows, type Database } from '../sql/database.ts';
import type { Instant } from '../../port/store/rows.ts';
import type { ScopeTokenRecord, SessionRecord, SessionStore } from '../../port/store/sign-in.ts';
import type { ScopeTokenRow, SessionRow } from '../sql/tables.ts';

/** Sessions that one sign-in ends at most. */
const TRIMMED = 1000;

const principalPlace = (idHash: string): string => `sessions.principal:${idHash}`;
const originPlace = (idHash: string): string => `sessions.origin:${idHash}`;
const credentialPlace = (tokenHash: string): string => `scope_tokens.credential:${tokenHash}`;

const later = (noted: Instant, used: Instant | undefined): Instant => (used !== undefined && used > noted ? used : noted);

const sessionOf = (row: SessionRow, vault: Vault): SessionRecord => ({
  idHash: row.id_hash,
  userId: row.user_id,
  domainId: row.domain_id,
  principal: vault.open(row.principal, principalPlace(row.id_hash)),
  ...(row.origin !== null && { origin: vault.open(row.origin, originPlace(row.id_hash)) }),
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

const tokenOf = (row: ScopeTokenRow, vault: Vault): ScopeTokenRecord => ({
  tokenHash: row.token_hash,
  sessionHash: row.session_hash,
  scope: JSON.parse(row.scope) as Scope,
  role: row.role,
  readOnly: row.read_only !== 0,
  permissions: JSON.parse(row.permissions) as string[],
  credential: vault.open(row.credential, credentialPlace(row.token_hash)),
  expiresAt: row.expires_at,
});

export function createSessionStore(database: Database, vault: Vault): SessionStore {
  const { flavour, read, write } = database;
  return {
    async create(session) {
      await write
        .insertInto('sessions')
        .values({
          id_hash: session.idHash,
          user_id: session.userId,
          domain_id: session.domainId,
          principal: vault.seal(session.principal, principalPlace(session.idHash)),
          origin: session.origin === undefined ? null : vault.seal(session.origin, originPlace(session.idHash)),
          created_at: session.createdAt,
          last_seen_at: session.lastSeenAt,
          expires_at: session.expiresAt,
        })
        .execute();
    },
    async get(idHash) {
      const row = await read.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst();
      return row && vault.canOpen(row.principal) ? sessionOf(row, vault) : undefined;
    },
    async touch(idHash, at) {
      // Replicas' clocks differ: a session never becomes older by being used.
      await write.updateTable('sessions').set({ last_seen_at: at }).where('id_hash', '=', idHash).where('last_seen_at', '<', at).execute();
    },
    async enter(idHash, projectId) {
      const { numUpdatedRows } = await write
        .updateTable('sessions')
        .set({ project_id: projectId })
        .where('id_hash', '=', idHash)
        .where((where) => where.or([where('project_id', 'is', null), where('project_id', '<>', projectId)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async revoke(idHash) {
      await write.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
    },
    async ofUser(userId, idleSince, now) {
      const rows = await read
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('last_seen_at', '>=', idleSince)
        .where('expires_at', '>', now)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id_hash')
        .execute();
      return rows.filter((row) => vault.canOpen(row.principal)).map((row) => sessionOf(row, vault));
    },
    async trim(userId, most, except, usedAt) {
      const others = await read
        .selectFrom('sessions')
        .select(['id_hash', 'last_seen_at'])
        .where('user_id', '=', userId)
        .where('id_hash', '<>', except)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id_hash')
        .limit(most - 1 + TRIMMED)
        .execute();
      if (others.length < most) return;
      const used = others.map(({ id_hash: hash, last_seen_at: noted }) => ({ hash, at: later(noted, usedAt(hash)) }));
      // Of those that were in use at the same time the order stays.
      const byUse = used.toSorted((a, b) => (a.at === b.at ? 0 : a.at > b.at ? -1 : 1));
      const hashes = byUse.slice(most - 1).map(({ hash }) => hash);
      await write.deleteFrom('sessions').where('id_hash', 'in', textRows(flavour, hashes).$castTo<string>()).execute();
    },
    async revokeUser(userId, except) {
      let query = write.deleteFrom('sessions').where('user_id', '=', userId);
      if (except !== undefined) query = query.where('id_hash', '<>', except);
      const { numDeletedRows } = await query.executeTakeFirst();
      return Number(numDeletedRows);
    },
    async addToken(token) {
      await write
        .insertInto('scope_tokens')
        .values({
          token_hash: token.tokenHash,
          session_hash: token.sessionHash,
          scope: JSON.stringify(token.scope),
          role: token.role,
          read_only: token.readOnly ? 1 : 0,
          permissions: JSON.stringify(token.permissions),
          credential: vault.seal(token.credential, credentialPlace(token.tokenHash)),
          expires_at: token.expiresAt,
        })
        .execute();
    },
    async getToken(tokenHash) {
      const row = await read.selectFrom('scope_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
      return row && vault.canOpen(row.credential) ? tokenOf(row, vault) : undefined;
    },
    async alive(idHashes, idleSince, now) {
      if (idHashes.length === 0) return new Set();
      const rows = await read
        .selectFrom('sessions')
        .select('id_hash')
        .where('id_hash', 'in', textRows(flavour, idHashes).$castTo<string>())
        .where('last_seen_at', '>=', idleSince)
        .where('expires_at', '>', now)
        .execute();
      return new Set(rows.map((row) => row.id_hash));
    },
    async prune(idleSince, now) {
      await write
        .deleteFrom('sessions')
        .where((where) => where.or([where('last_seen_at', '<', idleSince), where('expires_at', '<=', now)]))
        .execute();
      await write.deleteFrom('scope_tokens').where('expires_at', '<=', now).execute();
    },
  };
}
