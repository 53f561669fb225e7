/** How large the store is, and what of it is larger than it should be. */
import { sql } from 'kysely';
import { tablesIn } from '../store/schema/identity.ts';
import type { Finding, StoreUnderCheck } from './finding.ts';

const HOUR = 3_600_000;
/** Bytes from which on a document is worth a word: lists read it whole. */
const LARGE = 1_000_000;
const TABLES = 8;
const DOCUMENTS = 3;

const rowsIn = async ({ db }: StoreUnderCheck, table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

/** Lines to read, and what is too large. */
export async function examineSizes(checked: StoreUnderCheck): Promise<{ lines: string[]; findings: Finding[] }> {
  const { db, flavour } = checked;
  const counts: [table: string, rows: number][] = [];
  for (const table of await tablesIn(db)) if (!/^find_|^sqlite_/.test(table)) counts.push([table, await rowsIn(checked, table)]);
  const largest = counts.sort((a, b) => b[1] - a[1]).slice(0, TABLES);
  const bytes = flavour === 'sqlite' ? sql`length(cast(document as blob))` : sql`octet_length(document)`;
  const { rows: documents } = await sql<{ kind: string; id: string; bytes: number }>`
    select kind, id, ${bytes} as bytes from resources order by ${bytes} desc limit ${DOCUMENTS}`.execute(db);
  const oldest = await db.selectFrom('changes').select('at').orderBy('seq').limit(1).executeTakeFirst();
  const findings = documents
    .filter((one) => one.bytes > LARGE)
    .map(({ kind, id, bytes: size }): Finding => ({
      weight: 'note',
      what: `the document of ${kind} ${id} has ${(size / 1e6).toFixed(1)} MB`,
      mend: 'change or delete the resource: each list that shows it reads all of that',
    }));
  if (oldest && Date.parse(oldest.at) < Date.now() - 3 * 24 * HOUR)
    findings.push({
      weight: 'note',
      what: `the change log reaches back to ${oldest.at}, although 24 hours are kept`,
      mend: 'start a server; where one runs, its log says why it does not tidy up (a clock that has jumped, for one)',
    });
  const lines = [
    `tables: ${largest.map(([table, rows]) => `${table} ${rows}`).join(', ')} rows`,
    `largest documents: ${documents.map(({ kind, id, bytes: size }) => `${kind} ${id} ${(size / 1e3).toFixed(1)} KB`).join(', ') || 'none'}`,
  ];
  return { lines, findings };
}
