import type { Feature } from '@gantry/contract/nouns/platform/features';
import { api } from '../api/calls.ts';
import { callApi } from '../api/request.ts';
import { side } from '../base.ts';
import { readJson } from '../session/storage.ts';
import { createStore, useStore } from '../store.ts';

/** Where this browser keeps what it has turned on or off for itself: `{"tasks-notifications": true}`. */
const OVERRIDES_KEY = 'features';

type Overrides = Readonly<Record<string, boolean>>;

/** A malformed override is ignored (S2 §8). */
function readOverrides(): Overrides {
  const kept = readJson(localStorage, OVERRIDES_KEY);
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}

/** The features as the server lists them, and what this browser has chosen otherwise. */
export const flagStore = createStore<{ features: readonly Feature[]; overrides: Overrides }>({ features: [], overrides: readOverrides() });

/** Whether a feature is on here: of this browser's choice, or the server's; never one of the other side, and an unknown one is off (S2 §8). */
export function isOn(id: string, { features, overrides } = flagStore.get()): boolean {
  const feature = features.find((known) => known.id === id);
  if (!feature || (feature.metadata.target === 'self-service' && side() !== 'self-service')) return false;
  return overrides[id] ?? feature.enabled;
}

export const useFlag = (id: string): boolean => useStore(flagStore, (state) => isOn(id, state));

/** Turns a feature on or off for this browser; `undefined` leaves it to the server again. The server never trusts this (decision D14). */
export function overrideFlag(id: string, on: boolean | undefined): void {
  const { [id]: _former, ...others } = flagStore.get().overrides;
  const overrides = on === undefined ? others : { ...others, [id]: on };
  localStorage.setItem(OVERRIDES_KEY, JSON.stringify(overrides));
  flagStore.set({ overrides });
}

let reading: Promise<void> | undefined;

/** Reads the list of features, once. Without it all of them are off, which is logged (S2 §8). */
export function loadFlags(): Promise<void> {
  reading ??= callApi(api.platform.features, {}, { guard: 'skip' }).then(
    ({ data }) => flagStore.set({ features: data }),
    (error: unknown) => console.error('The list of features could not be loaded', error),
  );
  return reading;
}

addEventListener('storage', ({ key }) => {
  if (key === OVERRIDES_KEY || key === null) flagStore.set({ overrides: readOverrides() });
});
