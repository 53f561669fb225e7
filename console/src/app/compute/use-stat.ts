import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/calls.ts';
import { readOptions } from '../api/queries.ts';
import type { ScopeKey } from '../scope.ts';
import { useScopeKey } from '../session/use-session.ts';

/** Milliseconds until figures that no event tells of are read again while they show. */
const FIGURES_MS = 30_000;

/** The figures of the compute cluster (choice.compute-stat-call): whatever changes a server changes them. */
export const statOptions = (scope: ScopeKey) =>
  queryOptions({ ...readOptions(scope, api.computeCluster.stat), meta: { kind: 'server', id: undefined } });

/** What the compute cluster has and uses, as far as this scope sees it. */
export const useStat = () => useQuery({ ...statOptions(useScopeKey()), refetchInterval: FIGURES_MS });
