import type { Column } from './columns.ts';

/** Begins a file, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * Where a spreadsheet would begin a formula and run it: at the start of a text, also behind blanks, quotes and invisible characters, and in
 * the small and wide forms that are typed in East Asian spreadsheets. A reader that separates by semicolons or tabs takes the quotes of
 * the second column on for part of the text, so that for it a cell begins after each of these, and after a line break.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\s\p{Cc}\p{Cf}"'`´‘’“”«»„‚]*[=+\-@＝＋－＠﹦﹢﹣﹫])|^(?=[\t\r])/gu;

/** Where a long word may be broken on the screen. */
const SOFT_HYPHEN = '\u00AD';

/** One value as text of a CSV file (RFC 4180), texts in quotes. What looks like a formula gets an apostrophe: it is shown, and never run. */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replaceAll(SOFT_HYPHEN, '').replace(FORMULA, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line, with its end. */
const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(csvField).join(',')}\r\n`;

const cellsOf = <T>({ cells, label, value }: Column<T>) => cells ?? [{ label, value }];

/** The first line of a file: the columns' labels. */
export const csvHeader = <T>(columns: readonly Column<T>[]): string => csvLine(columns.flatMap(cellsOf).map(({ label }) => label));

/** The lines of rows. */
export function csvRows<T>(columns: readonly Column<T>[], items: readonly T[]): string {
  const cells = columns.flatMap(cellsOf);
  return items.map((item) => csvLine(cells.map(({ value }) => value(item)))).join('');
}

/** `servers-2026-11-21.csv`, by the day where the user is. */
export function csvFileName(name: string, now: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${name}-${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}.csv`;
}
