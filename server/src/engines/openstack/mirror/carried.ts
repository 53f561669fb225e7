import type { Document, RowInput } from '../../../port/store/rows.ts';

/**
 * A row with these members as they are known, because the service that tells them does not answer. Those that are not known stay as the row has
 * them, and what is stored of the others stays, also where readers get something else in its place.
 */
export function carriedOver(row: RowInput, known: { document: Document } | undefined, members: readonly string[]): RowInput {
  const carried = members.filter((member) => known?.document[member] !== undefined);
  return {
    ...row,
    carried,
    document: { ...row.document, ...Object.fromEntries(carried.map((member) => [member, known?.document[member]])) },
  };
}
