import { sql } from 'kysely';
import { numberRows, type Flavour } from '../sql/database.ts';
import type { Share } from '../../port/store/rows.ts';
import type { Db } from '../sql/tables.ts';

/** Shares as text that compares: in order, and each target once (the last one counts). */
export const sharesText = (shares: readonly Share[]): string =>
  JSON.stringify([...new Map(shares.map(({ target, state }) => [target, state]))].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Shares of rows, by the rows' numbers. */
export async function sharesOf(db: Db, flavour: Flavour, rids: readonly number[]): Promise<Map<number, Share[]>> {
  const found = new Map<number, Share[]>();
  if (rids.length === 0) return found;
  const { rows } = await sql<{ rid: number } & Share>`
    select rid, target, state from shares where rid in ${numberRows(flavour, rids)} order by rid, target`.execute(db);
  for (const { rid, target, state } of rows) found.set(rid, [...(found.get(rid) ?? []), { target, state }]);
  return found;
}
