import { useEffect } from 'react';
import { centreStore, hasUnseenTask, isUnseenTask, markSeen } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';

/** Whoever has the tasks before their eyes has seen which have failed. */
export function useFailuresSeen(): void {
  const hasUnseen = useStore(centreStore, hasUnseenTask);
  useEffect(() => {
    if (hasUnseen) markSeen(isUnseenTask);
  }, [hasUnseen]);
}
