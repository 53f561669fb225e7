import { createElement, lazy, Suspense, type ComponentType } from 'react';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import type { Feature, LastTaskProps } from '../feature.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';

type Load = NonNullable<Feature['lastTask']>;

/** One lazy component for each feature that declares it. */
const loaded = new WeakMap<Load, ComponentType<LastTaskProps>>();

function componentOf(load: Load): ComponentType<LastTaskProps> {
  const known = loaded.get(load) ?? lazy(async () => ({ default: (await load()).LastTask }));
  loaded.set(load, known);
  return known;
}

/** What was done last to a thing, and the way to all that was; nothing for who may not see tasks. */
export function LastTask(props: LastTaskProps) {
  const load = useFeatures().find(({ lastTask }) => lastTask)?.lastTask;
  const may = useMay();
  if (!load || !may(api.tasks.list)) return null;
  return (
    <ErrorBoundary silent>
      <Suspense>{createElement(componentOf(load), props)}</Suspense>
    </ErrorBoundary>
  );
}
