import { createElement, lazy, Suspense, type ComponentType } from 'react';
import { useAbility } from '../abilities/use-ability.ts';
import type { Feature } from '../feature.ts';
import { useFeatures } from '../router/features-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** What nouns keep mounted beside the open page. One that cannot be loaded or crashes is logged and left out. */
export function Companions() {
  const features = useFeatures();
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
