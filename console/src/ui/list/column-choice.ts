import type { Column } from './columns.ts';

/**
 * Which columns of a list somebody wants, as differences from what the list shows by itself: a column that a later version adds, or that
 * another scope has, is there without being asked for.
 */
export interface ColumnChoice {
  /** Keys of columns that are asked for: optional ones, and usual ones for which there was no room. */
  shown: readonly string[];
  /** Keys of usual columns that are not. */
  hidden: readonly string[];
}

export const USUAL_COLUMNS: ColumnChoice = { shown: [], hidden: [] };

type Choosable = Pick<Column<never>, 'key' | 'fixed' | 'optional'>;

/** Whether a list shows a column, as far as there is room for it. */
export const isWanted = ({ key, fixed, optional }: Choosable, { shown, hidden }: ColumnChoice): boolean =>
  fixed === true || (optional === true ? shown.includes(key) : !hidden.includes(key));

/** The columns that a list shows, as far as there is room for them; those that are asked for are marked. */
export const chosenColumns = <C extends Choosable & { chosen?: true }>(columns: readonly C[], choice: ColumnChoice): C[] =>
  columns.flatMap((column) => {
    if (!isWanted(column, choice)) return [];
    return choice.shown.includes(column.key) ? [{ ...column, chosen: true as const }] : [column];
  });

/** The choice with one column asked for or hidden. */
export function withColumn({ shown, hidden }: ColumnChoice, { key, optional }: Choosable, show: boolean): ColumnChoice {
  const without = (keys: readonly string[]) => keys.filter((one) => one !== key);
  if (show) return { shown: [...without(shown), key], hidden: without(hidden) };
  return { shown: without(shown), hidden: optional === true ? without(hidden) : [...without(hidden), key] };
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A choice as it was kept; what is not one counts as none. */
export function parseChoice(kept: unknown): ColumnChoice {
  if (typeof kept !== 'object' || kept === null || !('shown' in kept) || !('hidden' in kept)) return USUAL_COLUMNS;
  const { shown, hidden } = kept;
  return isTexts(shown) && isTexts(hidden) ? { shown, hidden } : USUAL_COLUMNS;
}
