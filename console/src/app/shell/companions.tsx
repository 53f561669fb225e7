import { useQueryClient } from '@tanstack/react-query';
import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useAbility } from '../abilities/use-ability.ts';
import type { Feature } from '../feature.ts';
import { firstReads } from '../quiet.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** What nouns keep mounted beside the open page, from its first data on. One that cannot be loaded or crashes is logged and left out. */
export function Companions() {
  const features = useFeatures();
  const queryClient = useQueryClient();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void firstReads(queryClient).then(() => isMounted && setDue(true));
    return () => void (isMounted = false);
  }, [queryClient]);
  if (!isDue) return null;
  return features.map((feature) => feature.companion && <CompanionOf key={feature.noun} companion={feature.companion} />);
}

type Companion = NonNullable<Feature['companion']>;

/** One lazy component per companion, whoever shows it. */
const loaded = new WeakMap<Companion, ComponentType>();

function componentOf(companion: Companion): ComponentType {
  const known = loaded.get(companion) ?? lazy(async () => ({ default: (await companion.load()).Companion }));
  loaded.set(companion, known);
  return known;
}

function CompanionOf({ companion }: { companion: Companion }) {
  const ability = useAbility();
  const { subject, action = 'read' } = companion.restriction;
  if (!ability.can(action, subject)) return null;
  return (
    <ErrorBoundary silent>
      <Suspense>{createElement(componentOf(companion))}</Suspense>
    </ErrorBoundary>
  );
}
