/** Rows of which one member has a value that its schema does not allow, the way another version or a foreign program may have stored them. */
import type { z } from 'zod';
import { calls } from '@gantry/contract';
import type { Does } from '@gantry/contract/wire/call';
import type { Kind } from '@gantry/contract/wire/kind';
import { fitting } from '@gantry/contract/wire/fitting';
import type { Document, RowInput } from '../../../src/port/store/rows.ts';
import type { TestApp } from '../../support/app.ts';

/** Undefined: the member is missing. */
export const ODD: readonly unknown[] = [undefined, null, true, -5.5, 2 ** 60, 'odd', [], ['odd', 1], [{ odd: 1 }], { odd: [] }];

/** The list of each kind that is not narrowed to one thing, with the address of its details where there is one. */
export const listed = [
  ...new Map(
    calls.flatMap(({ does, path }) =>
      does.by === 'list' && !does.of && !path.includes('{') ? [[does.kind.name, { kind: does.kind, path }]] : [],
    ),
  ).values(),
];

/** The address of the call that reads one of a kind at `/…/{id}`. */
export const detailsOf = (kind: Kind): string | undefined =>
  calls.find(
    ({ does, path }) =>
      does.by === 'read' && (does as Extract<Does, { by: 'read' }>).kind.name === kind.name && path.split('{').length === 2,
  )?.path;

const IDENTITY: ReadonlySet<string> = new Set(['id', 'revision', 'unreadable']);

/** A row that fits: one that there is, or one of empty values. */
export async function goodRow({ store }: TestApp, kind: Kind): Promise<RowInput> {
  const key = { engine: 'embedded', kind: kind.name };
  for await (const [first] of store.read.sweep(key.engine, key.kind)) if (first) return (await store.read.get({ ...key, id: first.id }))!;
  const { unreadable: _none, ...document } = fitting(kind.entity, { name: 'made' });
  return { ...key, id: 'made', domainId: null, projectId: null, userId: null, document };
}

/** Copies of a row, each with another member or value that is odd. `values`: those for the member of that number. */
export function oddRows(kind: Kind, { shares: _shares, ...row }: RowInput, values: (member: number) => readonly unknown[]): RowInput[] {
  const members = Object.keys((kind.entity as z.ZodObject).shape).filter((member) => !IDENTITY.has(member));
  return members.flatMap((member, place) =>
    values(place).flatMap((value, index): RowInput[] => {
      const id = `odd-${kind.name}-${place}-${index}`;
      const document: Document = { ...row.document, id, name: id, [member]: value };
      return kind.entity.safeParse({ ...document, revision: 1 }).success ? [] : [{ ...row, id, document }];
    }),
  );
}
