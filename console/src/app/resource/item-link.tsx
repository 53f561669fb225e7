import { Link } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { useFeatures } from '../router/features-context.ts';
import './link-name.ts';

/** Finds the page that shows a thing of a kind; undefined where no noun of this build has one. */
export function useAddressOf(): (kind: string, id: string) => string | undefined {
  const features = useFeatures();
  return useCallback((kind, id) => features.find(({ details }) => details?.[kind] !== undefined)?.details?.[kind]?.(id), [features]);
}

/** The name of a thing, as a link where some noun of this build shows it. */
export function ItemLink({ kind, id, children }: { kind: string; id: string | null; children: ReactNode }) {
  const addressOf = useAddressOf();
  const address = id === null ? undefined : addressOf(kind, id);
  if (address === undefined) return <bdi>{children}</bdi>;
  return (
    <Link to={address} {...(typeof children === 'string' && { state: { named: children } })}>
      <bdi>{children}</bdi>
    </Link>
  );
}
