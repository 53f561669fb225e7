import type { Database } from '../sql/database.ts';
import { textRows } from '../sql/database.ts';
import type { Db } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

/**
 * Numbers for scope names: list entries hold a number instead of `project:<uuid>`. A name keeps its number for ever, so that what
 * was once read stays true; names without a number have no rows.
 */
export class Scopes {
  readonly #database: Pick<Database, 'flavour'>;
  readonly #ids = new Map<string, number>();

  constructor(database: Pick<Database, 'flavour'>) {
    this.#database = database;
  }

  /** Numbers of those names that have one. */
  async known(db: Db, names: readonly string[]): Promise<number[]> {
    await this.#load(db, names);
    return names.flatMap((name) => this.#ids.get(name) ?? []);
  }

  /**
   * Numbers for names inside a transaction, new ones where needed. New ones are remembered only after the commit: `fresh` collects
   * them for `remember`.
   */
  async ensure(db: Db, names: ReadonlySet<string>, fresh: Map<string, number>): Promise<Map<string, number>> {
    const lacking = [...names].filter((name) => !this.#ids.has(name) && !fresh.has(name)).sort();
    if (lacking.length > 0) {
      const insert = db.insertInto('scopes').values(lacking.map((name) => ({ name })));
      await send(
        db,
        insert.onConflict((conflict) => conflict.column('name').doNothing()),
      );
      for (const { id, name } of await this.#rows(db, lacking)) fresh.set(name, id);
    }
    return new Map([...names].map((name) => [name, this.#number(name, fresh)]));
  }

  remember(fresh: ReadonlyMap<string, number>): void {
    for (const [name, id] of fresh) this.#ids.set(name, id);
  }

  #number(name: string, fresh: ReadonlyMap<string, number>): number {
    const id = this.#ids.get(name) ?? fresh.get(name);
    if (id === undefined) throw new Error(`scope ${name} has no number`);
    return id;
  }

  async #load(db: Db, names: readonly string[]): Promise<void> {
    const lacking = names.filter((name) => !this.#ids.has(name));
    if (lacking.length === 0) return;
    for (const { id, name } of await this.#rows(db, lacking)) this.#ids.set(name, id);
  }

  #rows(db: Db, names: readonly string[]): Promise<{ id: number; name: string }[]> {
    const wanted = textRows(this.#database.flavour, names);
    return db.selectFrom('scopes').select(['id', 'name']).where('name', 'in', wanted.$castTo<string>()).execute();
  }
}
