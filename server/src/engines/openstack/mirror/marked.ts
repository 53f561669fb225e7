/** Rows made of what could be read of the cloud's answers. */
import type { RowInput } from '../../../port/store/rows.ts';
import { mended } from '../client/items.ts';
import type { MirrorContext, RowPage } from './strategy.ts';

/** Rows of a page; one that was made of what could be read says so: it names the members that could not. */
export function marked({ rows, wrong }: Pick<RowPage, 'rows' | 'wrong'>): RowInput[] {
  const members = new Map(wrong.flatMap(({ id, members: replaced }) => (id !== null && replaced ? [[id, replaced] as const] : [])));
  return members.size === 0 ? rows : rows.map((row) => mark(row, members.get(row.id) ?? []));
}

/** A row made of what could be read of the cloud's answers to the requests that making it takes. Throws what they throw. */
export async function mendedRow({ unreadable }: MirrorContext, kind: string, make: () => Promise<RowInput>): Promise<RowInput> {
  const { result: row, wrong } = await mended(make);
  if (wrong.length === 0) return row;
  const members = wrong.flatMap((one) => one.members ?? []);
  unreadable.note(kind, { id: row.id, problem: wrong.map(({ problem }) => problem).join('\n'), members });
  return mark(row, members);
}

function mark(row: RowInput, members: readonly string[]): RowInput {
  if (members.length === 0) return row;
  const { unreadable } = row.document as { unreadable?: readonly string[] };
  return { ...row, document: { ...row.document, unreadable: [...new Set([...(unreadable ?? []), ...members])] } };
}

/** Whether a row is marked so. */
export const isMarked = ({ document }: Pick<RowInput, 'document'>): boolean => document['unreadable'] !== undefined;
