/** Where a scope's entries are cut, in the order of one column, so that SQLite counts a piece of them in time (turns.ts). */
import { sql, type RawBuilder } from 'kysely';
import type { Key } from './layout.ts';
import type { Db } from './tables.ts';

/** Entries of a piece: two milliseconds of counting. */
const PIECE = 20_000;
/** Milliseconds after which they are cut anew: the pieces grow unevenly. */
const KEPT_MS = 30_000;

/** The last entry of a piece. */
interface Cut {
  key: Key;
  rid: number;
}

export interface Cuttable {
  db: Db;
  /** Name of the list's table, and of the column that an index beginning with the scope has next, before the row's number. */
  table: string;
  column: string;
  scope: number;
}

/** Cuts that were found before. They stay right whatever changes: they only part the entries less evenly. */
export class Cuts {
  readonly #known = new Map<string, { cuts: readonly Cut[]; until: number }>();
  readonly #piece: number;
  readonly #keptMs: number;

  /** `piece`: how many entries are counted at a stretch. */
  constructor(piece = PIECE, keptMs = KEPT_MS) {
    this.#piece = piece;
    this.#keptMs = keptMs;
  }

  /** How many entries of a scope fulfil a condition on entries `l`, piece by piece; each is a statement of its own. */
  async count(list: Cuttable, condition: RawBuilder<boolean>): Promise<number> {
    const { db, table, column, scope } = list;
    const cuts = await this.#of(list);
    let count = 0;
    for (let piece = 0; piece <= cuts.length; piece++) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count ${entries(table, scope)}
        ${beyond(column, '>', cuts[piece - 1])} ${beyond(column, '<=', cuts[piece])} and ${condition}`.execute(db);
      count += rows[0]?.count ?? 0;
    }
    return count;
  }

  async #of(list: Cuttable): Promise<readonly Cut[]> {
    const name = `${list.table} ${list.column} ${list.scope}`;
    const known = this.#known.get(name);
    if (known && performance.now() < known.until) return known.cuts;
    const cuts = await find(list, this.#piece);
    this.#known.set(name, { cuts, until: performance.now() + this.#keptMs });
    return cuts;
  }
}

const entries = (table: string, scope: number) => sql`from ${sql.table(table)} as l where l.scope = ${scope}`;

const beyond = (column: string, sign: '>' | '<=', cut: Cut | undefined): RawBuilder<unknown> =>
  cut ? sql`and (${sql.ref(`l.${column}`)}, l.rid) ${sql.raw(sign)} (${cut.key}, ${cut.rid})` : sql``;

async function find({ db, table, column, scope }: Cuttable, piece: number): Promise<Cut[]> {
  const key = sql.ref(`l.${column}`);
  const cuts: Cut[] = [];
  for (;;) {
    const { rows } = await sql<Cut>`
      select ${key} as key, l.rid as rid ${entries(table, scope)} ${beyond(column, '>', cuts.at(-1))}
      order by ${key}, l.rid limit 1 offset ${piece - 1}`.execute(db);
    if (!rows[0]) return cuts;
    cuts.push(rows[0]);
  }
}
