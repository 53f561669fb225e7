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

/** What the plan of a statement depends on: of a kind who may see its things, and what rides along in its indexes; of a key all but its name. */
function shapeOf(kind: Kind, key: string): string {
  const { path, ...field } = kind.fields[key]!;
  // The test's own values differ in whether a key names the thing.
  return JSON.stringify({ ...field, id: path === 'id', naming: isNaming(key) });
}

const shapeOfKind = ({ shareable, fields }: Kind): string => {
  const isSearched = Object.values(fields).some(({ filter }) => filter?.includes('contains'));
  return JSON.stringify([shareable, isSearched]);
};

/** Kinds with orders and pairs that no kind before them has, those of most pairs first, so that few are filled; `all`: every kind with everything. */
export function chosenOf(kinds: Iterable<Kind>, all: boolean): Chosen[] {
  const seen = new Set<string>();
  const isNew = (shape: string): boolean => all || (!seen.has(shape) && seen.add(shape) !== undefined);
  const pairCount = (kind: Kind): number => filterKeys(kind).length * sortKeys(kind).length;
  return [...kinds]
    .toSorted((a, b) => pairCount(b) - pairCount(a))
    .map((kind): Chosen => {
      const shape = shapeOfKind(kind);
      const sorts = sortKeys(kind).filter((key) => isNew(`${shape} ${shapeOf(kind, key)}`));
      const pairs = filterKeys(kind).flatMap((filter) =>
        sortKeys(kind)
          .filter((order) => isNew(`${shape} ${shapeOf(kind, filter)} ${shapeOf(kind, order)} ${filter === order}`))
          .map((order) => pairOf(filter, order)),
      );
      return { kind, sorts: new Set(sorts), pairs: new Set(pairs) };
    })
    .filter(({ sorts, pairs }) => sorts.size + pairs.size > 0);
}
