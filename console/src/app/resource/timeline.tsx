import { createElement, Suspense, type ComponentType } from 'react';
import { useMay } from '../abilities/use-may.ts';
import { api } from '../api/calls.ts';
import type { TimelineProps } from '../feature.ts';
import { lazyOf } from '../lazy-of.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';

const componentOf = lazyOf(({ Timeline: Line }: { Timeline: ComponentType<TimelineProps> }) => Line);

/** What was done to a thing and how it was while its charts were measured, above them; nothing for who may not see tasks. */
export function Timeline(props: TimelineProps) {
  const load = useFeatures().find(({ timeline }) => timeline)?.timeline;
  const may = useMay();
  if (!load || !may(api.tasks.list)) return null;
  return (
    <ErrorBoundary silent>
      <Suspense fallback={<div className="gantry-timeline-room" />}>{createElement(componentOf(load), props)}</Suspense>
    </ErrorBoundary>
  );
}
