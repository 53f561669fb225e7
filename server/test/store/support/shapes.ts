/**
 * Which kinds' lists differ in what the database is asked. Statements and indexes are made of what a key declares (layout.ts), not of its
 * name: a pair of filter and order that one kind has is planned for every other kind as it is for this one.
 */
import { filterKeys, sortKeys, type Kind } from '@gantry/contract/wire/kind';
import { isNaming } from './many.ts';

/** Pairs of keys of one kind that are asked for: `filter order`. */
export interface Chosen {
  kind: Kind;
  sorts: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
}

export const pairOf = (filter: string, order: string): string => `${filter} ${order}`;

/** What the plan of a statement depends on: of a kind who may see its things, and what rides along in its indexes; of a key all but names, and who may ask by it. */
function shapeOf(kind: Kind, key: string): string {
  const { path, of, since, systemOnly: _, ...field } = kind.fields[key]!;
  const others = of?.map((one) => shapeOf(kind, one));
  // The test's own values differ in whether a key names the thing.
  return JSON.stringify({ ...field, of: others, since: since !== undefined, id: path === 'id', naming: isNaming(key) });
}

const shapeOfKind = ({ shareable, fields }: Kind): string => {
  const isSearched = Object.values(fields).some(({ filter }) => filter?.includes('contains'));
  return JSON.stringify([shareable, isSearched]);
};

/** Kinds with orders and pairs that no kind before them has, those of most pairs first, so that few are filled; `all`: every kind with everything. */
export function chosenOf(kinds: Iterable<Kind>, all: boolean): Chosen[] {
  const seen = new Set<string>();
  /** What is asked for in the system's scope alone stands for nothing but its like; what all ask for stands for that too. */
  const isNew = (kind: Kind, keys: readonly string[], shape: string): boolean => {
    if (all) return true;
    const isKnown = seen.has(shape);
    const own = keys.some((key) => kind.fields[key]!.systemOnly) ? `system ${shape}` : shape;
    return !isKnown && !seen.has(own) && seen.add(own) !== undefined;
  };
  const openFirst = (kind: Kind, keys: readonly string[]): string[] =>
    keys.toSorted((a, b) => Number(kind.fields[a]!.systemOnly ?? false) - Number(kind.fields[b]!.systemOnly ?? false));
  const pairCount = (kind: Kind): number => filterKeys(kind).length * sortKeys(kind).length;
  return [...kinds]
    .toSorted((a, b) => pairCount(b) - pairCount(a))
    .map((kind): Chosen => {
      const shape = shapeOfKind(kind);
      const orders = openFirst(kind, sortKeys(kind));
      const sorts = orders.filter((key) => isNew(kind, [key], `${shape} ${shapeOf(kind, key)}`));
      const pairs = openFirst(kind, filterKeys(kind)).flatMap((filter) =>
        orders
          .filter((order) => isNew(kind, [filter, order], `${shape} ${shapeOf(kind, filter)} ${shapeOf(kind, order)} ${filter === order}`))
          .map((order) => pairOf(filter, order)),
      );
      return { kind, sorts: new Set(sorts), pairs: new Set(pairs) };
    })
    .filter(({ sorts, pairs }) => sorts.size + pairs.size > 0);
}
