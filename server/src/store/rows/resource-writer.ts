/** Puts and removes rows inside a transaction: the row, its shares, its list entries, and what the log will say. */
import { CompiledQuery } from 'kysely';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Operation } from '@gantry/contract/wire/events';
import { canonicalJson } from '../values/canonical.ts';
import { execute, numberRows, valueGroups, type Flavour } from '../sql/database.ts';
import { entryOf, writeEntries, type Entry, type EntryChange } from '../entries/entries.ts';
import { storable } from '../values/fold.ts';
import type { Layout } from '../entries/layout.ts';
import type { ChangeNote, LogEntry } from '../../port/store/changes.ts';
import type { Document, Instant, Row, RowInput, RowKey } from '../../port/store/rows.ts';
import { documentOf, isChanged, plan, type Known, type Planned } from './planned-row.ts';
import { StateNotes } from './state-notes.ts';
import { withUnreadable } from './unreadable.ts';
import { ownerOf, parseDocument, RESOURCE_COLUMNS, storedRows } from '../sql/rows.ts';
import { readOnce, rowsById, type RowReader } from '../entries/row-reader.ts';
import { sharesOf, sharesText } from '../visibility/shares.ts';
import type { Scopes } from '../visibility/scopes.ts';
import type { Db, ResourceRow } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';
import { ALL, rowScopes } from '../visibility/names.ts';

/** Rows handled together. SQLite prepares a statement for each number of rows; PostgreSQL counts round trips. */
const BATCH: Readonly<Record<Flavour, number>> = { sqlite: 50, postgres: 400 };

const seenKey = (engine: string, kind: string, id: string): string => `${engine} ${kind} ${id}`;

/** How a thing is; null of a kind that has no statuses. */
function statusOf({ status }: Kind, document: Document): string | null {
  const value = status && document[status.at];
  return typeof value === 'string' ? storable(value) : null;
}

export class ResourceWriter {
  readonly #db: Db;
  readonly #flavour: Flavour;
  readonly #layouts: ReadonlyMap<string, Layout<Kind>>;
  readonly #scopes: Scopes;
  readonly #rows: RowReader;
  readonly #now: () => Instant;
  /** Rows as read since the last write, undefined where there is none: whoever reads one mostly writes it next. */
  #seen = new Map<string, ResourceRow | undefined>();
  /** Members that are set on purpose, by the same keys. */
  readonly #set = new Map<string, readonly string[]>();
  /** Scope names that got their number in this transaction. */
  readonly fresh = new Map<string, number>();
  /** What the log will say, in order. */
  readonly entries: Omit<LogEntry, 'seq'>[] = [];
  /** What it makes of states. */
  readonly states = new StateNotes();

  constructor(db: Db, flavour: Flavour, layouts: ReadonlyMap<string, Layout<Kind>>, scopes: Scopes, rows: RowReader, now: () => Instant) {
    this.#db = db;
    this.#flavour = flavour;
    this.#layouts = layouts;
    this.#scopes = scopes;
    this.#rows = readOnce(rows);
    this.#now = now;
  }

  async get<K extends string>(key: RowKey<K>): Promise<Row<K> | undefined> {
    return (await this.getMany(key.engine, key.kind, [key.id])).get(key.id);
  }

  async getMany<K extends string>(engine: string, kind: K, ids: readonly string[]): Promise<Map<string, Row<K>>> {
    if (ids.length === 0) return new Map();
    return rowsById(this.#rows, await this.#stored(engine, kind, ids));
  }

  async put(input: RowInput, note: ChangeNote = {}): Promise<Row> {
    const { plans, changing } = await this.#write(this.#layout(input.kind), [input], note);
    const [only] = plans;
    return this.#rows.rowOf(changing.length === 0 ? only!.known!.stored : only!.row);
  }

  async putMany(inputs: readonly RowInput[]): Promise<number> {
    const [first] = inputs;
    if (!first) return 0;
    const { engine, kind } = first;
    if (inputs.some((input) => input.engine !== engine || input.kind !== kind))
      throw new TypeError('putMany takes rows of one engine and kind');
    // The last one of an id counts; a statement cannot write a row twice.
    const each = [...new Map(inputs.map((input) => [input.id, input])).values()];
    const size = BATCH[this.#flavour];
    let changed = 0;
    for (let start = 0; start < each.length; start += size)
      changed += (await this.#write(this.#layout(kind), each.slice(start, start + size), {})).changing.length;
    return changed;
  }

  setting({ engine, kind, id }: RowKey, members: readonly string[]): void {
    this.#set.set(seenKey(engine, kind, id), members);
  }

  /** Where the row is gone there is nothing to measure, and nothing happens. */
  async putFigures(key: RowKey, document: Document): Promise<void> {
    const layout = this.#layout(key.kind);
    const [known] = await this.#known(layout, key.engine, [key.id]);
    if (!known) return;
    const text = canonicalJson(withUnreadable({ document }, known.stored, this.#rows).document);
    if (known.stored.document === text) return;
    const { rid } = known.stored;
    await send(this.#db, this.#db.updateTable('resources').set({ document: text }).where('rid', '=', rid));
    const numbers = await this.#numbers([known.names]);
    const entry = (of: Document): Entry => this.#entry(layout, of, known.names, numbers);
    await writeEntries(this.#db, this.#flavour, layout, [{ rid, before: entry(documentOf(known)), after: entry(parseDocument(text)) }]);
    this.#forget();
  }

  async remove(key: RowKey, note: ChangeNote = {}): Promise<boolean> {
    const layout = this.#layout(key.kind);
    const [known] = await this.#known(layout, key.engine, [key.id]);
    if (!known) return false;
    const { stored, names } = known;
    const document = documentOf(known);
    const numbers = await this.#numbers([names]);
    const before = this.#entry(layout, document, names, numbers);
    await writeEntries(this.#db, this.#flavour, layout, [{ rid: stored.rid, before, after: null }]);
    await send(this.#db, this.#db.deleteFrom('resources').where('rid', '=', stored.rid));
    this.#forget();
    this.states.drop(stored.rid);
    this.#log(layout.kind, stored.id, stored.revision + 1, document, 'deleted', note, names, null, this.#now());
    return true;
  }

  async #write(layout: Layout<Kind>, inputs: readonly RowInput[], note: ChangeNote): Promise<{ plans: Planned[]; changing: Planned[] }> {
    const { engine } = inputs[0]!;
    const known = new Map(
      (
        await this.#known(
          layout,
          engine,
          inputs.map(({ id }) => id),
        )
      ).map((one) => [one.stored.id, one]),
    );
    const now = this.#now();
    const isNoted = note.operation !== undefined || note.error !== undefined;
    const plans = inputs.map((input) => {
      const before = known.get(input.id);
      const set = this.#set.get(seenKey(engine, layout.kind.name, input.id));
      return plan(layout.kind, withUnreadable(input, before?.stored, this.#rows, set), before, now);
    });
    const changing = plans.filter((one) => isNoted || isChanged(layout.kind, one));
    if (changing.length > 0) {
      const rids = await this.#upsert(changing);
      if (layout.kind.shareable) await this.#writeShares(changing, rids);
      await this.#writeEntries(layout, changing, rids);
      for (const { row, names, known: old, input } of changing)
        this.#log(layout.kind, row.id, row.revision, input.document, old ? 'updated' : 'created', note, old?.names ?? null, names, now);
      if (layout.kind.statesKept)
        for (const { row, input, known: old } of changing)
          this.states.add(
            rids.get(row.id)!,
            old ? statusOf(layout.kind, documentOf(old)) : null,
            statusOf(layout.kind, input.document),
            now,
          );
      this.#forget();
    }
    return { plans, changing };
  }

  async #upsert(plans: readonly Planned[]): Promise<Map<string, number>> {
    const columns = RESOURCE_COLUMNS.slice(1);
    const updated = columns.filter((name) => !['engine', 'kind', 'id', 'created_at'].includes(name));
    const text = `insert into resources (${columns.join(', ')}) values ${valueGroups(this.#flavour, plans.length, columns.length)}
      on conflict (kind, id, engine) do update set ${updated.map((name) => `${name} = excluded.${name}`).join(', ')}`;
    const values = plans.flatMap(({ row }) => columns.map((name) => (name === 'rid' ? null : row[name])));
    // What is there keeps its number; the transaction would not be committed had it been made anew meanwhile.
    if (plans.every(({ known }) => known)) {
      await send(this.#db, CompiledQuery.raw(text, values));
      return new Map(plans.map(({ row, known }) => [row.id, known!.stored.rid]));
    }
    const { rows } = await execute<{ rid: number; id: string }>(this.#db, CompiledQuery.raw(`${text} returning rid, id`, values));
    return new Map(rows.map(({ rid, id }) => [id, rid]));
  }

  async #writeShares(plans: readonly Planned[], rids: ReadonlyMap<string, number>): Promise<void> {
    const changed = plans.filter(({ known, shares }) => sharesText(known?.shares ?? []) !== sharesText(shares));
    if (changed.length === 0) return;
    const gone = changed.map(({ row }) => rids.get(row.id)!);
    await send(this.#db, this.#db.deleteFrom('shares').where('rid', 'in', numberRows(this.#flavour, gone).$castTo<number>()));
    const values = changed.flatMap(({ row, shares }) => shares.map(({ target, state }) => ({ rid: rids.get(row.id)!, target, state })));
    for (let start = 0; start < values.length; start += 1000)
      await send(this.#db, this.#db.insertInto('shares').values(values.slice(start, start + 1000)));
  }

  async #writeEntries(layout: Layout<Kind>, plans: readonly Planned[], rids: ReadonlyMap<string, number>): Promise<void> {
    const numbers = await this.#numbers(plans.flatMap(({ names, known }) => [names, known?.names ?? []]));
    const changes = plans.map(({ row, input, names, known }): EntryChange => {
      const before = known ? this.#entry(layout, documentOf(known), known.names, numbers) : null;
      return { rid: rids.get(row.id)!, before, after: this.#entry(layout, input.document, names, numbers) };
    });
    await writeEntries(this.#db, this.#flavour, layout, changes);
  }

  #entry(layout: Layout<Kind>, document: Document, names: readonly string[], numbers: ReadonlyMap<string, number>): Entry {
    return entryOf(
      layout,
      document,
      [ALL, ...names].map((name) => numbers.get(name)!),
    );
  }

  #numbers(names: readonly (readonly string[])[]): Promise<Map<string, number>> {
    return this.#scopes.ensure(this.#db, new Set([ALL, ...names.flat()]), this.fresh);
  }

  async #stored(engine: string, kind: string, ids: readonly string[]): Promise<ResourceRow[]> {
    // The same one after the wait: what is written meanwhile begins another.
    const seen = this.#seen;
    const keys = new Map(ids.map((id) => [id, seenKey(engine, kind, id)]));
    const unseen = [...keys].flatMap(([id, key]) => (seen.has(key) ? [] : [id]));
    if (unseen.length > 0) {
      const found = new Map((await storedRows(this.#db, this.#flavour, engine, kind, unseen)).map((row) => [row.id, row]));
      for (const id of unseen) seen.set(seenKey(engine, kind, id), found.get(id));
    }
    return [...keys.values()].flatMap((key) => seen.get(key) ?? []);
  }

  /** What was read is, or is going to be, no longer so. */
  #forget(): void {
    this.#seen = new Map();
  }

  /** Rows that are going to be written. */
  async #known(layout: Layout<Kind>, engine: string, ids: readonly string[]): Promise<Known[]> {
    const stored = await this.#stored(engine, layout.kind.name, ids);
    this.#forget();
    const shares = layout.kind.shareable
      ? await sharesOf(
          this.#db,
          this.#flavour,
          stored.map(({ rid }) => rid),
        )
      : undefined;
    return stored.map((row) => {
      const own = shares?.get(row.rid) ?? [];
      return { stored: row, shares: own, names: rowScopes(ownerOf(row), own) };
    });
  }

  #layout(kind: string): Layout<Kind> {
    const layout = this.#layouts.get(kind);
    if (!layout) throw new TypeError(`${kind} is no kind of the contract`);
    return layout;
  }

  #log(
    kind: Kind,
    id: string,
    revision: number,
    document: Document,
    operation: Operation,
    note: ChangeNote,
    before: readonly string[] | null,
    after: readonly string[] | null,
    at: Instant,
  ): void {
    this.entries.push({
      kind: kind.name,
      id,
      operation: note.operation ?? operation,
      revision,
      status: statusOf(kind, document),
      before,
      after,
      error: note.error ?? null,
      at,
    });
  }
}
