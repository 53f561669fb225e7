/** Which resources name others, as the kind of those declares it (`namedBy`). */
import { kinds } from '@gantry/contract';
import { memberAt, type Kind } from '@gantry/contract/wire/kind';
import { parseSort } from '@gantry/contract/wire/query';
import { seesSystem } from '../access/visibility.ts';
import type { Reader } from '../port/store/reader.ts';
import type { Visibility } from '../port/store/rows.ts';

type Members = Record<string, unknown>;

/** So many resources are read to see which they name; where there are more, they are counted for each by itself. */
const READ = 1000;
/** So many are asked about together. */
const TOGETHER = 200;

/**
 * Fills what names each of some entities, within the reader's visibility: how many there are or, `asIds`, which, as long as those are
 * `READ` at most. Few questions, however many entities, where little names them.
 */
export async function fillNamedBy(
  kind: Kind,
  entities: readonly Members[],
  reader: Pick<Reader, 'list'>,
  visibility: Visibility,
  { asIds }: { asIds: boolean },
): Promise<void> {
  const hidden = seesSystem(visibility) ? [] : (kind.systemOnly ?? []);
  const members = Object.entries(kind.namedBy ?? {}).filter(([member]) => !hidden.includes(member));
  for (let from = 0; from < entities.length; from += TOGETHER) {
    const some = entities.slice(from, from + TOGETHER);
    await Promise.all(members.map(([member, by]) => fill(some, member, by, reader, visibility, asIds)));
  }
}

async function fill(
  entities: readonly Members[],
  member: string,
  { kind: name, field }: { kind: string; field: string },
  reader: Pick<Reader, 'list'>,
  visibility: Visibility,
  asIds: boolean,
): Promise<void> {
  const kind = kinds.get(name);
  const path = kind?.fields[field]?.path;
  if (!kind || path === undefined) throw new Error(`no key ${field} of ${name}`);
  const ask = (ids: string[], limit: number) =>
    reader.list({
      kind,
      visibility,
      filters: { [field]: { operator: 'any', values: ids } },
      sort: parseSort(kind.defaultSort)!,
      limit,
      withCount: true,
    });
  const { rows, count = 0 } = await ask(
    entities.map(({ id }) => String(id)),
    READ,
  );
  for (const entity of entities) {
    const naming = rows.filter(({ document }) => {
      const named = memberAt(document, path);
      return Array.isArray(named) && named.includes(entity['id']);
    });
    if (count > rows.length) entity[member] = entities.length === 1 ? count : (await ask([String(entity['id'])], 1)).count;
    else entity[member] = asIds ? naming.map(({ id }) => id) : naming.length;
  }
}
