/** Entries of the audit that are looked for. The log is walked in slices, so that a search for what is seldom keeps nobody else waiting. */
import { sql, type RawBuilder } from 'kysely';
import { yieldToOthers, type Database, type Flavour } from '../sql/database.ts';
import type { AuditPage, AuditSearch } from '../../port/store/audit.ts';
import type { Db } from '../sql/tables.ts';

/** Entries that a statement looks at. */
const SLICE = 2000;

const COLUMNS = {
  userId: 'user_id',
  userName: 'user_name',
  call: 'call',
  projectId: 'project_id',
  domainId: 'domain_id',
  target: 'target',
  requestId: 'request_id',
} as const;

type Condition = RawBuilder<unknown>;
type Place = { at: string; id: number };

function conditionsOf({ is = {}, contains = {}, statuses, from, at }: AuditSearch, flavour: Flavour): Condition[] {
  const column = (key: string) => sql.ref(`a.${COLUMNS[key as keyof typeof COLUMNS]}`);
  const place = flavour === 'sqlite' ? sql`instr` : sql`strpos`;
  const ranges = statuses?.map(([low, high]) => sql`(a.status >= ${low} and a.status < ${high})`);
  return [
    ...Object.entries(is).map(([key, values]) => (values.length === 0 ? sql`1 = 0` : sql`${column(key)} in (${sql.join([...values])})`)),
    ...Object.entries(contains).map(([key, part]) => sql`${place}(lower(${column(key)}), ${part.toLowerCase()}) > 0`),
    ...(ranges ? [ranges.length === 0 ? sql`1 = 0` : sql`(${sql.join(ranges, sql` or `)})`] : []),
    ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
    ...(at === undefined ? [] : [sql`a.at >= ${at} and a.at < ${`${at}~`}`]),
  ];
}

const and = (conditions: readonly Condition[]): RawBuilder<unknown> => sql.join([sql`1 = 1`, ...conditions], sql` and `);

/** Where the log may be left: nothing that is looked for is older, or younger. */
const bounds = ({ from, at }: AuditSearch): { oldest: string; youngest: string } => ({
  oldest: [from ?? '', at ?? ''].sort().at(-1)!,
  youngest: at === undefined ? '~' : `${at}~`,
});

/** Ranges of the log in order, each of so many entries: `from a … where` conditions. */
async function* slices(db: Db, search: AuditSearch, newestFirst: boolean, after?: Place): AsyncGenerator<Condition> {
  const { oldest, youngest } = bounds(search);
  const sign = newestFirst ? sql`<` : sql`>`;
  const direction = newestFirst ? sql`desc` : sql`asc`;
  const within = sql`a.at >= ${oldest} and a.at < ${youngest}`;
  for (let from = after; ; await yieldToOthers()) {
    const begins = from ? sql`(a.at, a.id) ${sign} (${from.at}, ${from.id})` : sql`1 = 1`;
    const { rows } = await sql<Place>`select a.at, a.id from audit as a where ${begins} and ${within}
      order by a.at ${direction}, a.id ${direction} limit 1 offset ${SLICE - 1}`.execute(db);
    const [last] = rows;
    const ends = last ? sql`(a.at, a.id) ${newestFirst ? sql`>=` : sql`<=`} (${last.at}, ${last.id})` : sql`1 = 1`;
    yield sql`${begins} and ${ends} and ${within}`;
    if (!last) return;
    from = last;
  }
}

/** Rows of the audit, in order. */
export async function findAudit<R>({ read, flavour }: Database, { search, newestFirst, after, start, limit }: AuditPage): Promise<R[]> {
  const direction = newestFirst ? sql`desc` : sql`asc`;
  const conditions = and(conditionsOf(search, flavour));
  const found: R[] = [];
  let left = start;
  for await (const slice of slices(read, search, newestFirst, after)) {
    const { rows } = await sql<R>`select a.* from audit as a where ${slice} and ${conditions}
      order by a.at ${direction}, a.id ${direction} limit ${left + limit - found.length}`.execute(read);
    found.push(...rows.slice(left));
    left = Math.max(0, left - rows.length);
    if (found.length >= limit) break;
  }
  return found;
}

/** How many there are, up to one more than `most`. */
export async function countAudit({ read, flavour }: Database, search: AuditSearch, most: number): Promise<number> {
  const conditions = and(conditionsOf(search, flavour));
  let count = 0;
  for await (const slice of slices(read, search, true)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from audit as a where ${slice} and ${conditions}`.execute(read);
    count += Number(rows[0]?.count ?? 0);
    if (count > most) return most + 1;
  }
  return count;
}
