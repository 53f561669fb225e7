/** How plain things are listed, read, made, changed and deleted: what all services do alike, said once. */
import { randomUUID } from 'node:crypto';
import type { Item, Collection } from './collection.ts';
import type { Json } from './recorded.ts';
import { unknownMarker } from './refusals.ts';
import { member, pageById, tokenIn, type Question, type Refusal, type Reply, type Route } from './reply.ts';

/** Where things are kept: in one place, or in one of whoever asks. */
type Source = Collection | ((question: Question) => Collection);

/** Where a service has the things of a plain noun, and who sees them. */
interface Reading {
  /** Below the service, for an expression: `/v2\\.0/networks`. One of them is at `{path}/{id}`. */
  path: string;
  /** Where they are listed with all details: `{path}/detail`; `path` where absent. */
  details?: string;
  versions?: Route['versions'];
  /** Longest page; absent: there are no pages. */
  most?: number;
  /** Bodies are the thing itself, and no member of them. */
  bare?: true;
  /** Member that names the project which one belongs to; those of others are not there for its users. Absent: everybody sees all. */
  owner?: string;
  /** Instead of that. */
  sees?(question: Question, item: Item): boolean;
  /** Before anything else. Throws what the service says to who may not ask. */
  admit?(question: Question, what: 'list' | 'show' | 'create' | 'update' | 'delete', id: string): void;
  /** What a listing is narrowed to; what its address names where absent. */
  wants?(query: URLSearchParams): (item: Item) => boolean;
  /** How a listing shows one, and how one is shown by itself; as it is kept where absent. */
  listed?(item: Item): Json;
  shown?(item: Item, question: Question): unknown;
  /** A page as the service writes it. */
  page?(many: string, items: readonly Json[], question: Question): unknown;
  /** What a service says of an id that it does not know. */
  unknown(id: string): Refusal;
}

/** What a service does beside keeping them. */
interface CollectionService extends Reading {
  /** By which one is changed; PUT where absent, null: by nothing. */
  changes?: 'PATCH' | null;
  /** Status of the answers to what makes and what deletes one; 201 and 204 where absent. */
  made?: number;
  removed?: number;
  /** Versions of the request that makes one. */
  madeIn?: Route['versions'];
  /** Of a new one; any where absent. */
  idOf?(wanted: Json): string;
  /** What is kept of what is requested. Throws what is refused. */
  wanted?(question: Question, body: Item): Json;
  /** What of a change is kept; what is requested where absent. Throws what is refused. */
  change?(question: Question, item: Item, body: Json): Json;
  /** Names are taken once in a domain, whatever their case: what is said of one that another has; `isNew`: it was requested for a new one. */
  taken?(name: string, other: Item, isNew: boolean): Refusal;
  /** Before one is changed or deleted. Throws what is refused. */
  assert?(question: Question, item: Item): void;
  /** Why one cannot be deleted: what still has it. */
  held?(item: Item): Refusal | false | undefined;
  /** After one was made or deleted, or instead of deleting it where `false` is answered: it goes later then. */
  follow?(what: 'made' | 'removed', item: Item, question: Question): boolean | void;
}

const keptIn = (source: Source, question: Question): Collection => (typeof source === 'function' ? source(question) : source);

function isSeen({ owner, sees }: Reading, question: Question, item: Item): boolean {
  if (sees) return sees(question, item);
  const { isAdmin, projectId } = tokenIn(question);
  return owner === undefined || isAdmin || item[owner] === projectId;
}

/** One that the caller sees. Throws the service's refusal. */
export function found(source: Source, of: Reading, question: Question, encoded: string): Item {
  const id = decodeURIComponent(encoded);
  const item = keptIn(source, question).items.get(id);
  if (!item || !isSeen(of, question, item)) throw of.unknown(id);
  return item;
}

/** One by itself, as an answer. */
const answered = (source: Source, { bare, shown }: Reading, question: Question, item: Item) => {
  const now = shown ? shown(item, question) : item;
  return bare ? now : { [keptIn(source, question).members[1]]: now };
};

/** Things that are listed, page by page, and read one by one. */
export function readingRoutes(source: Source, of: Reading): Route[] {
  const { path, details = path, versions, most, wants, listed } = of;
  const shared = { method: 'GET', ...(versions && { versions }) };
  return [
    {
      ...shared,
      path: new RegExp(`^${details}$`),
      answer(question): Reply {
        const { query } = question;
        of.admit?.(question, 'list', '');
        const kept = keptIn(source, question);
        const [many] = kept.members;
        const all = wants ? kept.list(new URLSearchParams()).filter(wants(query)) : kept.list(query);
        const seen = all.filter((item) => isSeen(of, question, item));
        const page = most === undefined ? seen : pageById(seen, query, most, unknownMarker);
        const items = listed ? page.map(listed) : page;
        return { items: items.length, body: of.page?.(many, items, question) ?? { [many]: items } };
      },
    },
    {
      ...shared,
      path: new RegExp(`^${path}/([^/]+)$`),
      answer(question, id = '') {
        of.admit?.(question, 'show', id);
        return { body: answered(source, of, question, found(source, of, question, id)) };
      },
    },
  ];
}

/** Things that are made, changed and deleted besides. */
export function collectionRoutes(source: Source, of: CollectionService): Route[] {
  const { path, changes = 'PUT', made = 201, removed = 204, madeIn } = of;
  const single = new RegExp(`^${path}/([^/]+)$`);
  const requested = (question: Question, { members }: Collection) => (of.bare ? question.body : member(question.body, members[1])) as Item;
  const assertFree = (kept: Collection, { name, domain_id: domain }: Json, but?: string): void => {
    if (!of.taken || name === undefined) return;
    const folded = String(name).toLowerCase();
    for (const other of kept.items.values())
      if (other.id !== but && String(other['name']).toLowerCase() === folded && other['domain_id'] === domain)
        throw of.taken(String(name), other, but === undefined);
  };
  /** One that is changed or deleted. */
  const meant = (question: Question, what: 'update' | 'delete', id: string): Item => {
    of.admit?.(question, what, id);
    const item = found(source, of, question, id);
    of.assert?.(question, item);
    return item;
  };
  const changing = (method: string): Route => ({
    method,
    path: single,
    answer(question, id = '') {
      const item = meant(question, 'update', id);
      const kept = keptIn(source, question);
      const body = requested(question, kept);
      const change = of.change?.(question, item, body) ?? body;
      assertFree(kept, { ...change, domain_id: item['domain_id'] }, item.id);
      return { body: answered(source, of, question, kept.change(item.id, change)!) };
    },
  });
  return [
    ...readingRoutes(source, of),
    {
      method: 'POST',
      path: new RegExp(`^${path}$`),
      ...(madeIn && { versions: madeIn }),
      answer(question) {
        of.admit?.(question, 'create', '');
        const kept = keptIn(source, question);
        const body = requested(question, kept);
        const wanted = of.wanted?.(question, body) ?? body;
        assertFree(kept, wanted);
        const item = kept.create(wanted, of.idOf?.(wanted) ?? randomUUID());
        of.follow?.('made', item, question);
        return { status: made, body: answered(source, of, question, kept.items.get(item.id)!) };
      },
    },
    ...(changes ? [changing(changes)] : []),
    {
      method: 'DELETE',
      path: single,
      answer(question, id = '') {
        const item = meant(question, 'delete', id);
        const refusal = of.held?.(item);
        if (refusal) throw refusal;
        if (of.follow?.('removed', item, question) !== false) keptIn(source, question).remove(item.id);
        return { status: removed };
      },
    },
  ];
}
