import { useSyncExternalStore } from 'react';

/** Things something is being done to: identity of the thing → names of the actions, the last one last. One map for all screens (rule 19). */
type Running = ReadonlyMap<string, readonly string[]>;

let running: Running = new Map();
const listeners = new Set<() => void>();

function replace(identity: string, change: (actions: readonly string[]) => readonly string[]): void {
  const next = new Map(running);
  const actions = change(next.get(identity) ?? []);
  if (actions.length > 0) next.set(identity, actions);
  else next.delete(identity);
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
export const useBusy = (): Running => useSyncExternalStore(subscribe, () => running);

/** Whether an action has to wait: for itself always, for others unless it is the way out of them. */
export const mustWait = (action: { id: string; despite?: readonly string[] }, busy: readonly string[] | undefined): boolean =>
  busy?.some((one) => one === action.id || !action.despite?.includes(one)) ?? false;

/**
 * Does one thing at a time per identity: while something is under way a second start is ignored and answers false,
 * so that a double click does one thing. Rejects as `run` does.
 */
export async function runOnce(
  identity: string,
  action: { id: string; despite?: readonly string[] },
  run: () => Promise<unknown> | void,
): Promise<boolean> {
  if (mustWait(action, running.get(identity))) return false;
  replace(identity, (actions) => [...actions, action.id]);
  try {
    await run();
    return true;
  } finally {
    replace(identity, (actions) => actions.filter((one) => one !== action.id));
  }
}
