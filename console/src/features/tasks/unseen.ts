import { useEffect } from 'react';
import { isUnseenFailure, type Entry } from '../../app/notify/centre-entries.ts';
import { centreStore, entriesOf, markSeen } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';

const isUnseenTask = (entry: Entry): boolean => entry.task !== null && isUnseenFailure(entry);

/** Whether tasks have failed and nobody has seen that. */
export const useHasUnseenFailure = (): boolean => useStore(centreStore, (state) => entriesOf(state).some(isUnseenTask));

/** Whoever has the tasks before their eyes has seen which have failed. */
export function useFailuresSeen(): void {
  const hasUnseen = useHasUnseenFailure();
  useEffect(() => {
    if (hasUnseen) markSeen(isUnseenTask);
  }, [hasUnseen]);
}
