/** The audit: entries are added, read, and forgotten after their time; triggers of the database refuse everything else. */
import { AUDIT_NAMES } from '@gantry/contract/nouns/audit-log/entity';
import type { Database } from '../sql/database.ts';
import { yieldToOthers } from '../sql/database.ts';
import { parseDocument } from '../sql/rows.ts';
import { storable } from '../values/fold.ts';
import { countAudit, findAudit } from './audit-search.ts';
import type { AuditEntry, AuditNames, NewAuditEntry } from '../../port/store/audit.ts';
import type { Store } from '../../port/store/store.ts';
import type { AuditRow, Db } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

const COLUMNS = [
  'at',
  'user_id',
  'user_name',
  'domain_id',
  'project_id',
  'call',
  'target',
  'status',
  'error_code',
  'request_id',
  'address',
  'body',
  'count',
  'personal_token',
  'names',
] as const;
const PRUNE_CHUNK = 2000;

const entryOf = (row: AuditRow): AuditEntry => ({
  at: row.at,
  userId: row.user_id,
  userName: row.user_name,
  domainId: row.domain_id,
  projectId: row.project_id,
  call: row.call,
  target: row.target,
  status: row.status,
  errorCode: row.error_code,
  requestId: row.request_id,
  address: row.address,
  body: row.body === null ? null : (JSON.parse(row.body) as unknown),
  count: row.count,
  personalToken: row.personal_token,
  names: row.names === null ? null : (JSON.parse(row.names) as AuditNames),
});

/** Text from outside, such as the name somebody tried: whatever it holds, the entry is written. */
const text = (value: string | null): string | null => value && storable(value);

/** Names of project and domain as they are now. */
async function ownersOf(db: Db, { projectId, domainId }: NewAuditEntry): Promise<Pick<AuditNames, 'project' | 'domain'>> {
  const nameOf = async (kind: string, id: string | null): Promise<string | null> => {
    if (id === null) return null;
    const row = await db.selectFrom('resources').select('document').where('kind', '=', kind).where('id', '=', id).executeTakeFirst();
    const name = row && parseDocument(row.document)['name'];
    return typeof name === 'string' ? name : null;
  };
  return { project: await nameOf('project', projectId), domain: await nameOf('domain', domainId) };
}

/** @param read where the names are looked up: the transaction itself, or what reads beside it. */
export async function appendAudit(db: Db, entry: NewAuditEntry, read = db): Promise<void> {
  const { targetNames: targets = [] } = entry;
  const names: AuditNames = { targets: targets.slice(0, AUDIT_NAMES), count: targets.length, ...(await ownersOf(read, entry)) };
  const insert = db.insertInto('audit').values({
    at: entry.at,
    user_id: entry.userId,
    user_name: text(entry.userName),
    domain_id: entry.domainId,
    project_id: entry.projectId,
    call: entry.call,
    target: text(entry.target),
    status: entry.status,
    error_code: entry.errorCode,
    request_id: entry.requestId,
    address: entry.address,
    body: entry.body === undefined || entry.body === null ? null : JSON.stringify(entry.body),
    count: entry.count ?? 1,
    personal_token: text(entry.personalToken ?? null),
    names: JSON.stringify(names),
  });
  await send(db, insert);
}

export function createAudit(database: Database): Store['audit'] {
  const { read, write, transaction } = database;
  return {
    append: (entry) => appendAudit(write, entry, read),
    async list({ limit, call }) {
      let query = read.selectFrom('audit').select(COLUMNS);
      if (call !== undefined) query = query.where('call', '=', call);
      return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(entryOf);
    },
    find: async (page) =>
      (await findAudit<AuditRow & { id: number }>(database, page)).map((row) => ({ ...entryOf(row), id: Number(row.id) })),
    count: (search, most) => countAudit(database, search, most),
    async prune(before) {
      for (;;) {
        const gone = await transaction(async (db) => {
          // The trigger lets entries go that are older than what stands here, and it stands here for this transaction only.
          await db.insertInto('audit_prune').values({ before }).execute();
          const old = db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at').limit(PRUNE_CHUNK);
          const { numDeletedRows } = await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst();
          await db.deleteFrom('audit_prune').execute();
          return Number(numDeletedRows);
        });
        if (gone < PRUNE_CHUNK) return;
        await yieldToOthers();
      }
    },
  };
}
