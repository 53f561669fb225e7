import { useQueryClient } from '@tanstack/react-query';
import { createElement, lazy, Suspense, useCallback, type ComponentType } from 'react';
import { useAbility } from '../abilities/use-ability.ts';
import { firstReads } from '../after-first-paint.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useAfter } from './use-after.ts';

/** What nouns keep mounted beside the open page, from its first data on. One that cannot be loaded or crashes is logged and left out. */
export function Companions() {
  const features = useFeatures();
  const ability = useAbility();
  if (!useIsDue()) return null;
  return features.map(({ noun, companion }) => {
    if (!companion) return null;
    const { subject, action = 'read' } = companion.restriction;
    return ability.can(action, subject) && <Part key={noun} of={companion} load={async () => (await companion.load()).Companion} />;
  });
}

/** What nouns put into the header. There is room for it before it has come. */
export function HeaderParts() {
  const features = useFeatures();
  const isDue = useIsDue();
  return features.map(
    ({ noun, header }) =>
      header && (
        <span key={noun} className="gantry-header-part">
          {isDue && <Part of={header} load={async () => (await header.load()).HeaderPart} />}
        </span>
      ),
  );
}

/** Whether the page has had its first data. */
export function useIsDue(): boolean {
  const queryClient = useQueryClient();
  return useAfter(useCallback(() => firstReads(queryClient), [queryClient]));
}

/** One lazy component per part, whoever shows it. */
const loaded = new WeakMap<object, ComponentType>();

function componentOf(part: object, load: () => Promise<ComponentType>): ComponentType {
  const known = loaded.get(part) ?? lazy(async () => ({ default: await load() }));
  loaded.set(part, known);
  return known;
}

/** Something of a noun's that comes in a chunk of its own. `of`: what declares it. */
export function Part({ of, load }: { of: object; load: () => Promise<ComponentType> }) {
  return (
    <ErrorBoundary silent>
      <Suspense>{createElement(componentOf(of, load))}</Suspense>
    </ErrorBoundary>
  );
}
