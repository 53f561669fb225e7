import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFeatures } from '../router/features-context.ts';

/** The name of a thing, as a link where some noun of this build shows it. */
export function ItemLink({ kind, id, children }: { kind: string; id: string | null; children: ReactNode }) {
  const address = useFeatures().find(({ details }) => details?.[kind] !== undefined)?.details?.[kind];
  if (!address || id === null) return <bdi>{children}</bdi>;
  return (
    <Link to={address(id)}>
      <bdi>{children}</bdi>
    </Link>
  );
}
