import { kinds } from '@gantry/contract';
import { misfitOf } from '@gantry/contract/wire/stored';
import { z } from 'zod';
import type { RowInput } from '../../../port/store/rows.ts';

/** What of a row is not as readers are promised; undefined where they can be given it. */
export function problemOf(row: RowInput): string | undefined {
  const kind = kinds.get(row.kind);
  if (!kind) return `kind ${row.kind} is not known`;
  const error = misfitOf(kind, row);
  return error && z.prettifyError(error);
}
