import { useMatches, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FeatureRoute, Search } from '../feature.ts';

/** The open page as its feature has declared it, and the parameters of its path; undefined while none is matched. */
export function useOpenPage(): { page: FeatureRoute; params: Readonly<Record<string, string>> } | undefined {
  const match = useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.page !== undefined) });
  const page = match?.staticData.page;
  return page && { page, params: match.params as Readonly<Record<string, string>> };
}

/** The query of the address as the page's `validateSearch` reads it. */
export function useRouteSearch<S extends Search>(validate: (raw: Record<string, unknown>) => S): S {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  return useMemo(() => validate(raw), [raw, validate]);
}
