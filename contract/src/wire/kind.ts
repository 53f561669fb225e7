import type { z } from 'zod';
import type { CodedText } from './errors.ts';
import type { Filter } from './query.ts';
import type { QuotaShare } from './quotas.ts';
import type { Statuses } from './statuses.ts';

/** Socket channels (S0 §7). A kind's changes arrive on one of them. */
export type Channel = 'tasks' | 'services' | 'compute' | 'domain' | 'alerts' | 'abgw';

/**
 * A key of a kind that lists may sort or filter by. `path` is where its value sits in the document, e.g. `flavor.vcpus`;
 * `many` says that the path ends in an array (`networks.network_id`): such a key filters, and never sorts.
 */
export interface Field {
  path: string;
  type: 'text' | 'integer' | 'time';
  many?: true;
  /** Of a key with many values: a great many resources may share one of them, such as a network, so that they are counted beforehand. */
  counted?: true;
  /** Only callers in the system scope may sort or filter by it. */
  systemOnly?: true;
  sort?: true;
  /** Where stands what the number at `path` is a part of: lists are sorted by that part; by the rest of the whole where `path` is what is left. */
  part?: { of: string; left?: true };
  /** Other keys that take `contains`: a text is searched for in all of them at once. No caller who may not search each of them may do so. */
  of?: readonly string[];
  /** A key of time whose values must be of one of the periods that this one says: `24h`, `7d`, or from one instant until before another. */
  since?: string;
  /** `is` covers plain values and `in:`, `contains` the trigram search, `any` the `any:` search of array keys, `not_any` what that does not find. */
  filter?: readonly ('is' | 'contains' | 'any' | 'not_any')[];
}

/**
 * A figure of a kind that an engine measures and nobody stores (rule 7), by which lists may be sorted all the same; `path` is where it sits in
 * what a reader gets, e.g. `statistics.metrics.cpu_usage`. Null, which is last in either direction, where it is not known.
 */
export interface Figure {
  path: string;
  /** Where stands what it is a part of: lists are sorted by that part, whatever the units of both. */
  of?: string;
}

/** Keys that nearly every kind has: each resource is found by its id or a part of it, and found and sorted by its name. */
export const named = {
  id: { path: 'id', type: 'text', filter: ['is', 'contains'] },
  name: { path: 'name', type: 'text', sort: true, filter: ['is', 'contains'] },
  /** What somebody has at hand of one. */
  search: { path: 'id', of: ['name', 'id'], type: 'text', filter: ['contains'] },
} as const satisfies Readonly<Record<string, Field>>;

/** Key of kinds that say when a resource was made. */
export const dated = { created_at: { path: 'created_at', type: 'time', sort: true } } as const satisfies Readonly<Record<string, Field>>;

/**
 * Fills names from other kinds into a document when it is read; documents themselves hold only ids.
 * `at` is the array (or '' for the document itself) whose elements get `fields`; `id` names the member that holds the other's id, or with
 * `many` the ids of several: each field is then a list, in their order.
 * Of what the caller may not see, what the document itself says stands; null where it says nothing.
 */
export interface Join {
  kind: string;
  at: string;
  id: string;
  many?: true;
  /** wire member → member of the other document */
  fields: Readonly<Record<string, string>>;
}

/**
 * Tells of things that a document names whether there still is one that the reader sees. `at` is the array, `id` the member of its elements
 * that holds the thing's id, `kind` the member of the document that says what kind they are of, `member` what is told: true where it is gone.
 */
export interface Presence {
  at: string;
  id: string;
  kind: string;
  member: string;
}

/**
 * Tells a project that something is offered to what it has said to that. `at` is the array of those it is offered to, `id` the member of its
 * elements with the project's id, `state` what that one has said, `member` what is told: null for whom it is not offered to.
 */
export interface Offer {
  at: string;
  id: string;
  state: string;
  member: string;
}

type Members = Record<string, unknown>;

/** Whether a value is an object with members, and no list. */
export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a path such as `statistics.metrics.cpu_usage`; undefined where nothing does. */
export const memberAt = (document: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (isMembers(value) ? value[step] : undefined), document);

/** What a resource is sorted by where a list is sorted by a figure; null where that is not known. */
export function figureAt(document: Members, { path, of }: Figure): number | null {
  const [value, whole] = [memberAt(document, path), of === undefined ? 1 : memberAt(document, of)];
  return typeof value === 'number' && typeof whole === 'number' && whole > 0 ? value / whole : null;
}

/** The objects of a document that a join fills: the document, the object at its path, or each element of the array there. */
export function joinedPlaces(document: Members, { at }: Pick<Join, 'at'>): Members[] {
  if (at === '') return [document];
  const found = memberAt(document, at);
  return (Array.isArray(found) ? found : [found]).filter(isMembers);
}

/** The ids of others that a place of a join holds. */
export const joinedIds = (place: Members, { id, many }: Pick<Join, 'id' | 'many'>): string[] => {
  const held = many ? place[id] : [place[id]];
  return Array.isArray(held) ? held.filter((one) => typeof one === 'string') : [];
};

/** A kind of resource in the store: how it is found, sorted, filtered and shown. */
export interface Kind<E extends z.ZodType = z.ZodType, N extends string = string> {
  /** Singular, as in events and the store: `server`. */
  name: N;
  /** Read permission that gates lists and events: `compute_servers`. */
  subject: string;
  channel: Channel;
  /** The server keeps them itself: no cloud has any, and none has to be in step with one. */
  isOurs?: true;
  /** What a reader gets. */
  entity: E;
  /** Version of the stored document's shape. */
  version: number;
  /** What makes a stored document of version n one of version n + 1, under n; one for each version before the present one (rule 5). */
  upgrades?: Readonly<Record<number, (document: Readonly<Record<string, unknown>>) => Record<string, unknown>>>;
  /** Whether rows may be visible beyond their owner (shared images, public flavors). */
  shareable: boolean;
  fields: Readonly<Record<string, Field>>;
  /** Fields whose values are addresses: they are found in any spelling (`writtenIp`). */
  addresses?: readonly string[];
  /** Field whose values are MAC addresses. One is found there in any form, also by the fields that stand for others (`of`). */
  mac?: string;
  /** What lists may be sorted by beside their fields, as long as no more than `FIGURE_SORT_MAX` match: all of them are measured for that. */
  figures?: Readonly<Record<string, Figure>>;
  /** Kind whose changes change figures of this one, of which no event of its own tells (rule 7): what a node has left, by its servers. */
  follows?: string;
  /** Whether callers in the system scope may ask for the resources of some domains: by whom they belong to, which needs no key of their own. */
  ofDomains?: true;
  /** Sort of a list that names none: `created_at:desc`. */
  defaultSort: `${string}:${'asc' | 'desc'}`;
  /** Members that only callers in the system scope see; null for others. `amphorae.host`: of each element of a list. */
  systemOnly?: readonly string[];
  /** Member of the document that says how one is, which events carry as its status, and what it may say. */
  status?: { at: string; of: Statuses };
  /** Each change of its status is kept for `STATE_DAYS`, for whoever asks what it was when. */
  statesKept?: true;
  joins?: readonly Join[];
  offer?: Offer;
  presence?: Presence;
  /** Members that are not stored: the resources of `kind` that the reader sees and whose `field`, a key of theirs, names this one. */
  namedBy?: Readonly<Record<string, { kind: string; field: string }>>;
  /** What one takes from the quota of its project. */
  quota?: QuotaShare;
  /** What must be gone before one of these can be deleted: resources of `kind` whose `field`, a key of theirs, names it by its id or its name. */
  blockedBy?: readonly { kind: string; field: string; by?: 'name' }[];
  /**
   * Kinds of which none of its own may be left in one of these, a project, before it can be deleted; but what `goesAlong` with it, as it came
   * with it.
   */
  holds?: readonly { kind: string; goesAlong?: (document: Members) => boolean }[];
  /** Members that only those see to whom a resource belongs; null for others, who see it because it is shared. */
  ownerOnly?: readonly string[];
  /** What those see of a resource to whom it is shared, working in that project; undefined: in none. */
  forOthers?: (entity: Members, projectId: string | undefined) => Members;
  /** What lists show of a resource, where that is not all that one gets who reads it by itself. */
  listed?: (entity: Members) => Members;
}

export const defineKind = <E extends z.ZodType, const N extends string>(kind: Kind<E, N>): Kind<E, N> => kind;

/** Names of the fields that lists may sort by. */
export const sortKeys = (kind: Kind): string[] => Object.keys(kind.fields).filter((key) => kind.fields[key]?.sort);

/** Names of the figures that lists may be sorted by, where an engine has them (`figuresOf` in call.ts). */
export const figureKeys = (kind: Pick<Kind, 'figures'>): string[] => Object.keys(kind.figures ?? {});

/** What narrows a list to domains, where the kind allows that. */
export const DOMAIN_FILTER = 'domain_id';

/** Names of the fields that lists may filter by. */
export const filterKeys = (kind: Kind): string[] => Object.keys(kind.fields).filter((key) => kind.fields[key]?.filter);

/** Names of all that a list is narrowed by: its fields, and domains where the kind allows that. */
export const narrowKeys = (kind: Kind): string[] => [...filterKeys(kind), ...(kind.ofDomains ? [DOMAIN_FILTER] : [])];

const OF_DOMAINS: Field = { path: DOMAIN_FILTER, type: 'text', systemOnly: true, filter: ['is'] };

/** The operator that a key must declare to take one. */
const NEEDS = { is: 'is', in: 'is', any: 'any', not_any: 'not_any', contains: 'contains' } as const;

/** What is wrong with a filter of a key; undefined where the key is declared to take it. */
export function filterProblem(field: Field | undefined, { operator }: Filter, isSystem: boolean): CodedText | undefined {
  if (!field) return { code: 'unknown' };
  if (field.systemOnly && !isSystem) return { code: 'system_only' };
  return field.filter?.includes(NEEDS[operator]) ? undefined : { code: 'filter_operator', params: { operator } };
}

/** How a list is narrowed by one of those names; undefined for any other. */
export const narrowedBy = (kind: Kind, key: string): Field | undefined =>
  key === DOMAIN_FILTER && kind.ofDomains ? OF_DOMAINS : kind.fields[key];
