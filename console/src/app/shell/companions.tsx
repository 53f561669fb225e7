import { lazy, Suspense, useMemo } from 'react';
import { useAbility } from '../abilities/use-ability.ts';
import type { Feature } from '../feature.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** What nouns keep mounted beside the open page. One that cannot be loaded or crashes is logged and left out. */
export function Companions() {
  const features = useFeatures();
  return features.map((feature) => feature.companion && <CompanionOf key={feature.noun} companion={feature.companion} />);
}

function CompanionOf({ companion: { restriction, load } }: { companion: NonNullable<Feature['companion']> }) {
  const ability = useAbility();
  const Loaded = useMemo(() => lazy(async () => ({ default: (await load()).Companion })), [load]);
  if (!ability.can(restriction.action ?? 'read', restriction.subject)) return null;
  return (
    <ErrorBoundary silent>
      <Suspense>
        <Loaded />
      </Suspense>
    </ErrorBoundary>
  );
}
