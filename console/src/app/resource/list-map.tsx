import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { Column } from '../../ui/list/columns.ts';
import { closePeek } from '../list/peek.ts';
import type { ListPage } from '../list/use-list-page.ts';
import { PeekOf } from './peek-of.tsx';

/** What is drawn of a list in place of its table. */
export interface ListMapProps<T> {
  /** Those of the list's page; undefined while they are read. */
  items: readonly T[] | undefined;
  /** As in the table: which thing it is, and what is told of each. */
  name: Column<T>;
  columns: readonly Column<T>[];
  /** Id of what is shown beside it. */
  peeked: string | undefined;
  onPeek(id: string | undefined): void;
}

/** A list that can be looked at as a map, where its address asks for it (`view=map`). */
export interface ListMap<T> {
  /** Kind of the things that are shown beside it when they are clicked. */
  kind: string;
  /** Loaded where somebody looks at it. */
  Drawn: ComponentType<ListMapProps<T>>;
}

/** The map of a list, and what is shown beside it; undefined where the table is asked for. */
export function mapOf<T>(
  map: ListMap<T> | undefined,
  { state: { view, peek }, page, onPeek }: ListPage<T>,
  name: Column<T>,
  columns: readonly Column<T>[],
): { drawn: ReactNode; beside: ReactNode } | undefined {
  if (!map || view !== 'map') return undefined;
  const { kind, Drawn } = map;
  return {
    drawn: (
      <Suspense>
        <Drawn items={page?.data} name={name} columns={columns} peeked={peek} onPeek={onPeek} />
      </Suspense>
    ),
    beside: peek !== undefined && <PeekOf key={peek} kind={kind} id={peek} onClose={() => closePeek(onPeek)} />,
  };
}
