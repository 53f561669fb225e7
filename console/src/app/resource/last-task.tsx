import { createElement, Suspense, type ComponentType } from 'react';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import type { LastTaskProps } from '../feature.ts';
import { lazyOf } from '../lazy-of.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';

const componentOf = lazyOf(({ LastTask: Last }: { LastTask: ComponentType<LastTaskProps> }) => Last);

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
