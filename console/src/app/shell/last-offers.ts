import { useEffect } from 'react';
import { readJson } from '../session/storage.ts';

/** What the menu depends on besides rights, as far as it is known. */
interface Offers {
  /** Whether there is storage for objects. */
  objects: boolean | undefined;
  /** Whether a compute cluster is there where one is needed. */
  compute: boolean | undefined;
}

const KEY = 'gantry.menu-offers';

/** Of that user and scope, when they were last known. */
function readLast(scope: string): Readonly<Record<string, unknown>> {
  const kept = readJson(localStorage, KEY);
  return typeof kept === 'object' && kept !== null && 'scope' in kept && kept.scope === scope ? { ...kept } : {};
}

/**
 * What is not known yet is taken to be as it was last time, so that no entry of the menu moves when it comes; the first time to be as in most
 * installations, without storage for objects and with a compute cluster.
 * @param scope user and scope: in another one nothing is known
 */
export function useLastOffers(scope: string, { objects, compute }: Offers): Offers {
  useEffect(() => {
    if (objects !== undefined && compute !== undefined) localStorage.setItem(KEY, JSON.stringify({ scope, objects, compute }));
  }, [scope, objects, compute]);
  if (objects !== undefined && compute !== undefined) return { objects, compute };
  const last = readLast(scope);
  return { objects: objects ?? last['objects'] === true, compute: compute ?? last['compute'] !== false };
}
