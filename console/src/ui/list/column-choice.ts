import type { Column } from './columns.ts';

/**
 * Which columns of a list somebody wants, as differences from what the list shows by itself: a column that a later version adds, or that
 * another scope has, is there without being asked for.
 */
export interface ColumnChoice {
  /** Keys of optional columns that are shown. */
  shown: readonly string[];
  /** Keys of usual columns that are not. */
  hidden: readonly string[];
}

export const USUAL_COLUMNS: ColumnChoice = { shown: [], hidden: [] };

type Choosable = Pick<Column<never>, 'key' | 'fixed' | 'optional'>;

export const isShown = ({ key, fixed, optional }: Choosable, { shown, hidden }: ColumnChoice): boolean =>
  fixed === true || (optional === true ? shown.includes(key) : !hidden.includes(key));

/** The choice with one column shown or hidden. */
export function withColumn(choice: ColumnChoice, { key, optional }: Choosable, show: boolean): ColumnChoice {
  const without = (keys: readonly string[]) => keys.filter((one) => one !== key);
  const [shown, hidden] = [without(choice.shown), without(choice.hidden)];
  if (optional === true) return { shown: show ? [...shown, key] : shown, hidden };
  return { shown, hidden: show ? hidden : [...hidden, key] };
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A choice as it was kept; what is not one counts as none. */
export function parseChoice(kept: unknown): ColumnChoice {
  if (typeof kept !== 'object' || kept === null || !('shown' in kept) || !('hidden' in kept)) return USUAL_COLUMNS;
  const { shown, hidden } = kept;
  return isTexts(shown) && isTexts(hidden) ? { shown, hidden } : USUAL_COLUMNS;
}
