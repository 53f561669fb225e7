import { useSyncExternalStore } from 'react';

/** Things something is being done to: identity of the thing → name of the action. One map for all screens (rule 19). */
let running: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function replace(change: (map: Map<string, string>) => void): void {
  const next = new Map(running);
  change(next);
  running = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** What is under way, by identity of the thing (`server:42`). */
export const useBusy = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, () => running);

/**
 * Does one thing at a time per identity: while something is under way a second start is ignored and answers false,
 * so that a double click does one thing. Rejects as `run` does.
 */
export async function runOnce(identity: string, action: string, run: () => Promise<unknown> | void): Promise<boolean> {
  if (running.has(identity)) return false;
  replace((map) => map.set(identity, action));
  try {
    await run();
    return true;
  } finally {
    replace((map) => map.delete(identity));
  }
}
