/** Plain things of a cloud that is played back: listed by what they have, made, changed and deleted, starting from those that were recorded. */

/** A JSON object with an id. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** What of a listing's address says which page is meant, not which things; `is_public=None` means both. */
const PAGING: ReadonlySet<string> = new Set('limit marker sort sort_key sort_dir fields all_tenants page_reverse is_public'.split(' '));

interface KeptOptions {
  /** Members of the answers that hold them, and one of them. */
  members: readonly [many: string, one: string];
  items: readonly Item[];
  /** What a new one has that its maker has not said; `id` is there already. */
  make(wanted: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** The things of one collection. */
export class Collection {
  readonly members: readonly [many: string, one: string];
  readonly items = new Map<string, Item>();
  readonly #make: KeptOptions['make'];
  #made = 0;

  constructor({ members, items, make }: KeptOptions) {
    this.members = members;
    this.#make = make;
    for (const item of items) this.items.set(item.id, item);
  }

  /** Those that have what the address asks for, in the order of their ids; all pages of it at once. */
  list(query: URLSearchParams): Item[] {
    const wanted = [...new Set(query.keys())].filter((key) => !PAGING.has(key)).map((key) => [key, query.getAll(key)] as const);
    return [...this.items.values()]
      .filter((item) => wanted.every(([key, values]) => values.includes(String(item[key]))))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @param id of the new one; a number in this collection where absent */
  create(wanted: Readonly<Record<string, unknown>>, id = `made-${this.members[1]}-${++this.#made}`): Item {
    const item = { ...this.#make({ ...wanted, id }), ...wanted, id };
    this.items.set(id, item);
    return item;
  }

  change(id: string, change: Readonly<Record<string, unknown>>): Item | undefined {
    const item = this.items.get(id);
    if (!item) return undefined;
    const changed = { ...item, ...change, id };
    this.items.set(id, changed);
    return changed;
  }

  remove(id: string): boolean {
    return this.items.delete(id);
  }
}
