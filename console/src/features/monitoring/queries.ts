import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';

/** Milliseconds until figures that no event tells of are read again while they show. */
export const FIGURES_MS = 30_000;

/** How each engine and each of its services is; nothing is asked of who may not know. */
export function useEngines() {
  const may = useMay();
  const options = readOptions(useScopeKey(), api.platform.engines, {});
  return useQuery({ ...options, enabled: may(api.platform.engines), refetchInterval: FIGURES_MS });
}
