/** Whether ids lead to something: those that documents hold of others, owners of rows, and shares. */
import { sql } from 'kysely';
import { joinedIds, joinedPlaces, type Join, type Kind } from '@gantry/contract/wire/kind';
import { parseDocument } from '../store/sql/rows.ts';
import { rowsOf, some, type Finding, type StoreUnderCheck } from './finding.ts';

/** What a resource keeps naming although it may be deleted: a server runs on without the image it was made of. */
const MAY_GO: ReadonlySet<string> = new Set(['image']);

const LOST = 'the other resource was lost: restore a backup from before that, or delete the resource that names it';

interface Named {
  from: string;
  kind: string;
  engine: string;
  id: string;
}

function named(join: Join, engine: string, id: string, document: Record<string, unknown>): Named[] {
  return joinedPlaces(document, join).flatMap((place) =>
    joinedIds(place, join).map((other) => ({ from: id, kind: join.kind, engine, id: other })),
  );
}

const keyOf = ({ engine, kind, id }: Pick<Named, 'engine' | 'kind' | 'id'>): string => `${engine} ${kind} ${id}`;

const OWNERS = [
  ['project_id', 'project'],
  ['domain_id', 'domain'],
] as const;

async function lostOf(checked: StoreUnderCheck, kind: Kind, there: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const lost = new Map<string, string[]>();
  const note = (one: Named): void => {
    if (MAY_GO.has(one.kind) || there.has(keyOf(one))) return;
    lost.set(one.kind, [...(lost.get(one.kind) ?? []), `${one.from} names ${one.id}`]);
  };
  for await (const rows of rowsOf(checked, kind.name))
    for (const { engine, id, document, ...row } of rows) {
      if (!checked.embedded.has(engine)) continue;
      for (const join of kind.joins ?? []) named(join, engine, id, parseDocument(document)).forEach(note);
      for (const [column, owner] of OWNERS) if (row[column] !== null) note({ from: id, kind: owner, engine, id: row[column] });
    }
  return lost;
}

/** What an engine mirrors may name what it does not show: only rows of embedded platforms are looked at. */
export async function examineReferences(checked: StoreUnderCheck): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ids = await checked.db.selectFrom('resources').select(['engine', 'kind', 'id']).execute();
  const there = new Set(ids.map(keyOf));
  for (const { kind } of checked.layouts.values())
    for (const [other, lost] of await lostOf(checked, kind, there)) {
      const what = `${kind.name}: ${lost.length} ids of a ${other} lead to nothing (${some(lost)})`;
      findings.push({ weight: 'error', what, mend: LOST });
    }
  const shareable = [...checked.layouts.values()].flatMap(({ kind }) => (kind.shareable ? kind.name : []));
  const { rows } = await sql<{ n: number }>`select count(*) as n from shares where rid not in
    (select rid from resources where kind in (${sql.join(shareable)}))`.execute(checked.db);
  const orphans = rows[0]?.n ?? 0;
  if (orphans > 0) {
    const mend = 'stop all servers and run "delete from shares where rid not in (select rid from resources)" in the database';
    findings.push({ weight: 'error', what: `${orphans} shares belong to nothing that can be shared`, mend });
  }
  return findings;
}
