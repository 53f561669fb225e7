import { createElement, Suspense, type ComponentType } from 'react';
import type { PeekOfProps } from '../feature.ts';
import { lazyOf } from '../lazy-of.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from '../shell/error-boundary.tsx';

const componentOf = lazyOf(({ PeekOf: Peek }: { PeekOf: ComponentType<PeekOfProps> }) => Peek);

/** A thing of another noun, as that one's list shows it beside itself; nothing where no noun of this build shows any. */
export function PeekOf({ kind, ...props }: PeekOfProps & { kind: string }) {
  const load = useFeatures().find(({ peeks }) => peeks?.[kind])?.peeks?.[kind];
  if (!load) return null;
  return (
    <ErrorBoundary silent>
      <Suspense>{createElement(componentOf(load), props)}</Suspense>
    </ErrorBoundary>
  );
}
