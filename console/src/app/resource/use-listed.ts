import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiCall } from '../api/calls.ts';
import { useScopeKey } from '../session/use-session.ts';

/** One thing as a list of the scope has shown it last; undefined where none has. @param call reads one of the kind @param id of the thing */
export function useListed<T extends { id: string }>({ id: name }: Pick<ApiCall, 'id'>, id: unknown): T | undefined {
  const client = useQueryClient();
  const scope = useScopeKey();
  return useMemo(() => {
    // A list's call is named as the one that reads one thing: `servers.list`, `servers.read`.
    const list = name.replace(/[^.]+$/, 'list');
    const lists = client.getQueriesData<{ data?: readonly T[] }>({ queryKey: [scope, list] });
    return lists.flatMap(([, page]) => page?.data ?? []).find((one) => one.id === id);
  }, [client, scope, name, id]);
}
