/** Values that cannot be read outlive changes of others. */
import { isDeepStrictEqual } from 'node:util';
import type { RowInput } from '../../port/store/rows.ts';
import type { RowReader } from '../entries/row-reader.ts';
import { parseDocument } from '../sql/rows.ts';
import type { ResourceRow } from '../sql/tables.ts';

/**
 * A row to be written. Who writes was given others in place of values that cannot be read; those that are as they were given stay as they
 * are stored: they stay marked, and what made them odd can still be found out. Members that are missing in what is stored are written, and
 * those that are `set`: somebody has chosen just that value.
 */
export function withUnreadable<R extends Pick<RowInput, 'document' | 'isFromCloud' | 'carried'>>(
  row: R,
  stored: ResourceRow | undefined,
  reader: Pick<RowReader, 'rowOf'>,
  set: readonly string[] = [],
): R {
  const { isFromCloud = false, carried = [] } = row;
  if (!stored || (isFromCloud && carried.length === 0)) return row;
  const { unreadable, document: given } = reader.rowOf(stored);
  if (!unreadable) return row;
  const former = parseDocument(stored.document);
  const unchanged = unreadable
    .filter((member) => !set.includes(member) && (!isFromCloud || carried.includes(member)))
    .filter((member) => member in former && isDeepStrictEqual(row.document[member], given[member]));
  return { ...row, document: { ...row.document, ...Object.fromEntries(unchanged.map((member) => [member, former[member]])) } };
}
