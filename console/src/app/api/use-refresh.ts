import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useScopeKey } from '../session/use-session.ts';

/**
 * Reads everything of a kind again, after a command has been accepted: the screen need not wait for the event, and a list that is opened
 * next asks anew. Resolves when what is on the screen is there.
 */
export function useRefresh(kind: string): () => Promise<void> {
  const queryClient = useQueryClient();
  const scope = useScopeKey();
  return useCallback(
    () => queryClient.invalidateQueries({ predicate: ({ queryKey, meta }) => queryKey[0] === scope && meta?.kind === kind }),
    [queryClient, scope, kind],
  );
}
