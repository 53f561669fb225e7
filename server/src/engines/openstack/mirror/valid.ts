import { kinds } from '@gantry/contract';
import { joinedPlaces } from '@gantry/contract/wire/kind';
import { z } from 'zod';
import type { RowInput } from '../../../port/store/rows.ts';

/** What of a row is not as readers are promised; undefined where they can be given it. One bad row would make every list with it fail. */
export function problemOf(row: RowInput): string | undefined {
  const kind = kinds.get(row.kind);
  if (!kind) return `kind ${row.kind} is not known`;
  const owner = { project_id: row.projectId, domain_id: row.domainId };
  const document: Record<string, unknown> = { ...owner, ...row.document, id: row.id, revision: 1 };
  // Names of others are filled in when it is read; null is what stands there at the least. In a copy of those members: of all it is dear.
  const filled = new Set((kind.joins ?? []).map(({ at }) => at.split('.')[0]!));
  for (const member of filled) if (document[member] !== undefined) document[member] = copyOf(document[member]);
  for (const join of kind.joins ?? [])
    for (const place of joinedPlaces(document, join)) for (const member of Object.keys(join.fields)) place[member] = null;
  const { error } = kind.entity.safeParse(document);
  return error && z.prettifyError(error);
}

/** A copy of a JSON value; `structuredClone` takes five times as long. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}
