import { createStore } from './store.ts';

/** A single key of the screen that is open: what is written on it, what it does in words, and that. */
export interface ShortcutKey {
  /** As `KeyboardEvent.key` names it: `/`, `j`, `Enter`. */
  key: string;
  label: string;
  /** false: not now; the key does what it does anyway. */
  run(event: KeyboardEvent): boolean | void;
}

/** Present where single keys are switched off in this browser. */
const OFF_KEY = 'gantry.keys-off';

/** The keys of the screen, oldest first, and whether single keys work at all: who dictates or trembles switches them off. */
export const keyStore = createStore<{ keys: readonly ShortcutKey[]; on: boolean }>({
  keys: [],
  on: localStorage.getItem(OFF_KEY) === null,
});

/** Switches single keys on or off, also for the next visit (WCAG 2.1.4). */
export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, 'true');
  keyStore.set({ on });
}

/** Where a key belongs to what has the focus: fields, open menus and lists, dialogs. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const OWN_KEYS = `${FIELDS}, [role=menu], [role=listbox], [role=dialog]`;

/** Whether the pressed key belongs to something that is typed into or chosen from. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && target.closest(OWN_KEYS) !== null) || document.querySelector('[aria-modal=true]') !== null;

/** Whether a text is being typed there. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(FIELDS) !== null;

function onKeyDown(event: KeyboardEvent): void {
  const { keys, on } = keyStore.get();
  if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
  const found = keys.findLast(({ key }) => key === event.key);
  if (found && found.run(event) !== false) event.preventDefault();
}

/** Adds a key while a screen is open; of two alike the younger one works. @returns takes it away again */
export function registerKey(entry: ShortcutKey): () => void {
  if (keyStore.get().keys.length === 0) document.addEventListener('keydown', onKeyDown);
  keyStore.set(({ keys }) => ({ keys: [...keys, entry] }));
  return () => {
    keyStore.set(({ keys }) => ({ keys: keys.filter((one) => one !== entry) }));
    if (keyStore.get().keys.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}
