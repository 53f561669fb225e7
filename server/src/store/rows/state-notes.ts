import { CompiledQuery } from 'kysely';
import type { Instant } from '../../port/store/rows.ts';
import { valueGroups, yieldToOthers, type Flavour } from '../sql/database.ts';
import type { Db } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

const ROWS_PER_STATEMENT = 200;

/** What a transaction makes of states: of each thing the last one, where that is not the one it had before. */
export class StateNotes {
  readonly #notes = new Map<number, { before: string | null; status: string | null; at: Instant }>();

  /** @param rid of the thing's row */
  add(rid: number, before: string | null, status: string | null, at: Instant): void {
    const { before: first } = this.#notes.get(rid) ?? { before };
    this.#notes.set(rid, { before: first, status, at });
  }

  /** Its row is gone. */
  drop(rid: number): void {
    this.#notes.delete(rid);
  }

  /** As one of its last acts, in few statements. */
  async write(db: Db, flavour: Flavour): Promise<void> {
    const rows = [...this.#notes].filter(([, { before, status }]) => status !== null && status !== before);
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      if (start > 0) await yieldToOthers();
      const part = rows.slice(start, start + ROWS_PER_STATEMENT).map(([rid, { status, at }]) => [rid, status, at]);
      const text = `insert into states (rid, status, at) values ${valueGroups(flavour, part.length, 3)}`;
      await send(db, CompiledQuery.raw(text, part.flat()));
    }
  }
}
