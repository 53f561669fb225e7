/** Whether lists show what the documents say: each row's entries, search texts, and what is counted beforehand. */
import { sql } from 'kysely';
import type { Kind } from '@gantry/contract/wire/kind';
import { numberRows } from '../store/sql/database.ts';
import { entryOf, type Entry } from '../store/entries/entries.ts';
import type { Layout } from '../store/entries/layout.ts';
import { ownerOf, parseDocument } from '../store/sql/rows.ts';
import { sharesOf } from '../store/visibility/shares.ts';
import { countedCells } from '../store/entries/counts.ts';
import type { ResourceRow } from '../store/sql/tables.ts';
import { ALL, rowScopes } from '../store/visibility/names.ts';
import { rowsOf, some, type Finding, type StoreUnderCheck } from './finding.ts';

const rebuild = (kind: string): string =>
  `stop all servers, run "delete from layouts where kind = '${kind}'" in the database, and start one: the lists of the kind are built anew from the documents`;

/** Entries as text that compares: what there is, or what there ought to be. */
type Found = Map<number, { list: Set<string>; terms: Set<string> }>;

const listText = (scope: number, keys: readonly unknown[]): string => JSON.stringify([scope, ...keys]);
const termText = (scope: number, field: number, value: string): string => JSON.stringify([scope, field, value]);

async function found({ db, flavour }: StoreUnderCheck, layout: Layout<Kind>, rids: readonly number[]): Promise<Found> {
  const found: Found = new Map(rids.map((rid) => [rid, { list: new Set<string>(), terms: new Set<string>() }]));
  const names = layout.columns.map(({ name }) => name);
  const { rows } = await sql<Record<string, unknown> & { rid: number; scope: number }>`
    select * from ${sql.table(layout.list)} where rid in ${numberRows(flavour, rids)}`.execute(db);
  for (const row of rows)
    found.get(row.rid)!.list.add(
      listText(
        row.scope,
        names.map((name) => row[name]),
      ),
    );
  if (layout.many.length === 0) return found;
  const { rows: terms } = await sql<{ rid: number; scope: number; field: number; value: string }>`
    select scope, field, value, rid from ${sql.table(layout.terms)} where rid in ${numberRows(flavour, rids)}`.execute(db);
  for (const { rid, scope, field, value } of terms) found.get(rid)!.terms.add(termText(scope, field, value));
  return found;
}

const sameSet = (one: ReadonlySet<string>, other: readonly string[]): boolean =>
  one.size === other.length && other.every((text) => one.has(text));

function fits({ list, terms }: { list: Set<string>; terms: Set<string> }, entry: Entry): boolean {
  const wantedTerms = entry.scopes.flatMap((scope) => entry.terms.map(([field, value]) => termText(scope, field, value)));
  return (
    sameSet(
      list,
      entry.scopes.map((scope) => listText(scope, entry.keys)),
    ) && sameSet(terms, wantedTerms)
  );
}

async function count({ db }: StoreUnderCheck, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Adds the cells of an entry to what is to be counted. */
function countTable(cells: Map<string, number>, layout: Layout<Kind>, entry: Entry): void {
  for (const [scope, field, value] of countedCells(layout, entry)) {
    const cell = termText(scope, field, value);
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }
}

async function wrongCounts(
  { db }: StoreUnderCheck,
  { countTable: table }: Layout<Kind>,
  wanted: ReadonlyMap<string, number>,
): Promise<number> {
  const { rows } = await sql<{ scope: number; field: number; value: string; n: number }>`select * from ${sql.table(table)}`.execute(db);
  const there = new Map(rows.map(({ scope, field, value, n }) => [termText(scope, field, value), n]));
  const cells = new Set([...there.keys(), ...wanted.keys()]);
  return [...cells].filter((cell) => (there.get(cell) ?? 0) !== (wanted.get(cell) ?? 0)).length;
}

/** Compares the lists of each kind with its documents. */
export async function examineLists(checked: StoreUnderCheck): Promise<Finding[]> {
  const findings: Finding[] = [];
  const numbers = new Map((await checked.db.selectFrom('scopes').selectAll().execute()).map(({ id, name }) => [name, id]));
  const entryFor = (layout: Layout<Kind>, row: ResourceRow, shares: Awaited<ReturnType<typeof sharesOf>>): Entry => {
    const names = [ALL, ...rowScopes(ownerOf(row), layout.kind.shareable ? shares.get(row.rid) : [])];
    return entryOf(
      layout,
      parseDocument(row.document),
      names.map((name) => numbers.get(name) ?? -1),
    );
  };
  for (const layout of checked.layouts.values()) {
    const { name } = layout.kind;
    const wrong: string[] = [];
    const cells = new Map<string, number>();
    let [rows, entries] = [0, 0];
    for await (const chunk of rowsOf(checked, name)) {
      const rids = chunk.map(({ rid }) => rid);
      const [there, shares] = [await found(checked, layout, rids), await sharesOf(checked.db, checked.flavour, rids)];
      for (const row of chunk) {
        const entry = entryFor(layout, row, shares);
        if (!fits(there.get(row.rid)!, entry)) wrong.push(row.id);
        entries += there.get(row.rid)!.list.size;
        countTable(cells, layout, entry);
      }
      rows += chunk.length;
    }
    const add = (what: string): void => void findings.push({ weight: 'error', what: `${name}: ${what}`, mend: rebuild(name) });
    if (wrong.length > 0) add(`the lists show ${wrong.length} otherwise than the documents say (${some(wrong)})`);
    const orphans = (await count(checked, layout.list)) - entries;
    if (orphans > 0) add(`${orphans} entries of lists belong to nothing`);
    // On SQLite the texts are only in the index; their number is beside it.
    const texts = checked.flavour === 'sqlite' ? `${layout.find}_docsize` : layout.find;
    if (layout.found.length > 0 && (await count(checked, texts)) !== rows) add('the search finds too many or too few');
    if (checked.flavour !== 'sqlite') continue;
    const miscounted = await wrongCounts(checked, layout, cells);
    if (miscounted > 0) add(`${miscounted} of the prepared counts are wrong`);
  }
  return findings;
}
