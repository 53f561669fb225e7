import { createElement, lazy, Suspense, type ComponentType } from 'react';
import type { Actions } from '../../ui/action/use-actions.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { propertiesOf } from '../../ui/list/facts.tsx';
import { PeekPane } from '../../ui/list/peek-pane.tsx';
import type { Identified } from '../../ui/list/selection.ts';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import type { Feature } from '../feature.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';

export interface PeekProps<T> {
  item: T;
  name: string;
  /** What there is to say about it; the first says which one it is. */
  facts: readonly Column<T>[];
  actions: Actions<T> | undefined;
  onClose(): void;
}

/** A row of a noun's list, beside it: its facts, its actions, and what was done to it last. */
export function Peek<T extends Identified>({ item, name, facts: [first, ...facts], actions, onClose }: PeekProps<T>) {
  return (
    <PeekPane
      name={name}
      heading={first?.render?.(item) ?? <bdi>{name}</bdi>}
      properties={propertiesOf(facts, item)}
      offers={actions?.offers(item) ?? []}
      onClose={onClose}
    >
      <LastTask id={item.id} />
    </PeekPane>
  );
}

type Load = NonNullable<Feature['lastTask']>;

/** One lazy component for each feature that declares it. */
const loaded = new WeakMap<Load, ComponentType<{ id: string }>>();

function componentOf(load: Load): ComponentType<{ id: string }> {
  const known = loaded.get(load) ?? lazy(async () => ({ default: (await load()).LastTask }));
  loaded.set(load, known);
  return known;
}

function LastTask({ id }: { id: string }) {
  const load = useFeatures().find(({ lastTask }) => lastTask)?.lastTask;
  const may = useMay();
  if (!load || !may(api.tasks.list)) return null;
  return (
    <ErrorBoundary silent>
      <Suspense>{createElement(componentOf(load), { id })}</Suspense>
    </ErrorBoundary>
  );
}
