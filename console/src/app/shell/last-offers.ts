import { useEffect } from 'react';
import { readJson } from '../session/storage.ts';

/** What the menu depends on besides rights, as far as it is known. */
interface Offers {
  /** Whether there is storage for objects. */
  objects: boolean | undefined;
  /** Whether a compute cluster is absent where one is needed. */
  noCompute: boolean | undefined;
}

const KEY = 'gantry.menu-offers';

/** Of that user and scope, when they were last known. */
function readLast(scope: string): Readonly<Record<string, unknown>> {
  const kept = readJson(localStorage, KEY);
  return typeof kept === 'object' && kept !== null && 'scope' in kept && kept.scope === scope ? { ...kept } : {};
}

/**
 * What is not known yet is taken to be as it was last time, so that no entry of the menu moves when it comes.
 * @param scope user and scope: in another one nothing is known
 */
export function useLastOffers(scope: string, { objects, noCompute }: Offers): Offers {
  useEffect(() => {
    if (objects !== undefined && noCompute !== undefined) localStorage.setItem(KEY, JSON.stringify({ scope, objects, noCompute }));
  }, [scope, objects, noCompute]);
  if (objects !== undefined && noCompute !== undefined) return { objects, noCompute };
  const last = readLast(scope);
  return { objects: objects ?? last['objects'] === true, noCompute: noCompute ?? last['noCompute'] === true };
}
