/** What is answered of a row whose values do not fit its schema: as much as can be shown, and which members that is not. */
import type { z } from 'zod';
import { fit, unreadableOf } from '@gantry/contract/wire/fit';
import { isMembers } from '@gantry/contract/wire/kind';

/**
 * A row by its schema. One that does not fit is reported; it names as `unreadable` the members that were replaced here, when it was read
 * (`Row.unreadable`), or when its cloud described them.
 */
export function fitted(schema: z.ZodType, row: unknown, report: (error: z.ZodError) => void): unknown {
  const { success, data, error } = schema.safeParse(row);
  if (success) return data;
  const shown = fit(schema, row);
  // What is no resource at all, such as the answer of a defective handler, is a defect of this server.
  if (!isMembers(row) || !isMembers(shown)) throw error;
  report(error);
  return { ...shown, unreadable: unreadableOf(error, row) };
}
