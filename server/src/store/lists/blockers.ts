/** What has to be gone before a resource can be deleted, as its kind declares it (`blockedBy`). */
import { kinds } from '@gantry/contract';
import type { CodedText } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import { listed } from '@gantry/contract/wire/listed';
import { parseSort, type Filter } from '@gantry/contract/wire/query';
import { no } from '@gantry/contract/wire/rule-result';
import type { Reader } from '../../port/store/reader.ts';
import type { Visibility } from '../../port/store/rows.ts';
import { EVERYTHING } from '../visibility/visibility.ts';

/** How many of them are named. */
const NAMED = 3;

/** Things of one kind that are counted in a project. */
const COUNTED = 1000;

/** What is left of a project's own: the reason `project_not_empty`, with the kinds and how many of each, `server:3,volume:1`. */
async function leftIn(reader: Pick<Reader, 'owned'>, holds: NonNullable<Kind['holds']>, projectId: string): Promise<CodedText | undefined> {
  const left: string[] = [];
  for (const { kind, goesAlong } of holds) {
    const rows = await reader.owned(kind, projectId, COUNTED);
    const count = rows.filter(({ document }) => !goesAlong?.(document)).length;
    if (count > 0) left.push(`${kind}:${count}`);
  }
  return left.length === 0 ? undefined : no('project_not_empty', { left: left.join(',') });
}

/**
 * The first kind of resources that refer to one: the reason `still_used_by_<kind>`, with their number, whoever they belong to, and the names of
 * some that may be seen by `visibility`; without one none is named. Undefined where nothing does.
 */
export async function blockerOf(
  reader: Pick<Reader, 'list' | 'owned'>,
  { blockedBy = [], holds }: Pick<Kind, 'blockedBy' | 'holds'>,
  { id, name: ownName }: { id: string; name?: unknown },
  visibility?: Visibility,
): Promise<CodedText | undefined> {
  if (holds) return leftIn(reader, holds, id);
  for (const { kind: name, field, by } of blockedBy) {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`no kind ${name}`);
    const filters: Record<string, Filter> = { [field]: { operator: 'is', values: [by === 'name' ? String(ownName) : id] } };
    const request = { kind, filters, sort: parseSort(kind.defaultSort)!, limit: NAMED };
    const { count = 0 } = await reader.list({ ...request, visibility: EVERYTHING, withCount: true });
    if (count === 0) continue;
    const { rows } = visibility ? await reader.list({ ...request, visibility }) : { rows: [] };
    const names = listed(rows.map(({ document }) => String(document['name'] || document['id'])));
    return { code: `still_used_by_${name}`, params: { count, names } };
  }
  return undefined;
}
