import type { Kind } from '@gantry/contract/wire/kind';
import type { Flavour } from '../store/sql/database.ts';
import type { Layout } from '../store/entries/layout.ts';
import type { Db, ResourceRow } from '../store/sql/tables.ts';

/** Something that is not in order. */
export interface Finding {
  /** `error`: what people see is wrong, or will be; `note`: worth knowing. */
  weight: 'error' | 'note';
  what: string;
  /** What to do about it. */
  mend: string;
}

/** A store as it is at one moment, and what ours knows of such. */
export interface StoreUnderCheck {
  flavour: Flavour;
  db: Db;
  layouts: ReadonlyMap<string, Layout<Kind>>;
  /** Ids of the engines whose rows are the truth, not a mirror. */
  embedded: ReadonlySet<string>;
}

const BATCH = 500;

/** All rows of a kind, in chunks. */
export async function* rowsOf({ db }: Pick<StoreUnderCheck, 'db'>, kind: string): AsyncGenerator<ResourceRow[]> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('resources')
      .selectAll()
      .where('kind', '=', kind)
      .where('rid', '>', after)
      .orderBy('rid')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.rid;
  }
}

/** The first few of many, for a line. */
export const some = (names: readonly string[], most = 3): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');
