import { side } from '../base.ts';
import { FOLDED_AT_FIRST, type MenuGroup } from '../router/menu-tree.ts';
import { readJson } from '../session/storage.ts';
import { createStore } from '../store.ts';

/** Which groups somebody has folded or opened, `{network: true}` for folded; of each side, kept for the next visit. */
type Folds = Partial<Record<MenuGroup, boolean>>;

const keyOf = (): string => `gantry.menu-folded.${side()}`;

function readKept(): Folds {
  const kept = readJson(localStorage, keyOf());
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, isFolded]) => typeof isFolded === 'boolean'));
}

const AT_FIRST: Folds = Object.fromEntries(FOLDED_AT_FIRST.map((group) => [group, true]));

/** What is folded now. */
export const foldStore = createStore<{ folded: Folds }>({ folded: { ...AT_FIRST, ...readKept() } });

/** Folds a group or opens it, also for the next visit. */
export function setFolded(group: MenuGroup, isFolded: boolean): void {
  localStorage.setItem(keyOf(), JSON.stringify({ ...readKept(), [group]: isFolded }));
  foldStore.set(({ folded }) => ({ folded: { ...folded, [group]: isFolded } }));
}

/** Opens the group of the page that is gone to. What is kept stays as it was. */
export function unfold(group: MenuGroup): void {
  if (foldStore.get().folded[group]) foldStore.set(({ folded }) => ({ folded: { ...folded, [group]: false } }));
}
