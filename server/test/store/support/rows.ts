/** Rows, scopes and lists for tests of the store. */
import { kinds } from '@gantry/contract';
import type { Kind } from '@gantry/contract/wire/kind';
import { parseFilter, parseSort, type Filter, type Sort } from '@gantry/contract/wire/query';
import type { ListRequest, ListResult } from '../../../src/port/store/reader.ts';
import type { Document, Row, RowInput, Visibility } from '../../../src/port/store/rows.ts';
import type { Store } from '../../../src/port/store/store.ts';

export const ENGINE = 'test';

export function kindOf(name: string): Kind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

export const system: Visibility = { scope: { type: 'system' }, userId: 'admin', domainId: 'default' };
export const domain = (domainId: string): Visibility => ({ scope: { type: 'domain', domainId }, userId: `admin-of-${domainId}`, domainId });
export const project = (projectId: string, domainId: string, userId = 'someone'): Visibility => ({
  scope: { type: 'project', projectId, domainId },
  userId,
  domainId,
});
export const user = (userId: string, domainId: string): Visibility => ({ scope: { type: 'user' }, userId, domainId });

/** A row of a kind in project p1 of domain d1; the document holds its id. */
export const row = (kind: string, id: string, document: Document = {}, owner: Partial<RowInput> = {}): RowInput => ({
  engine: ENGINE,
  kind,
  id,
  domainId: 'd1',
  projectId: 'p1',
  userId: null,
  ...owner,
  document: { id, ...document },
});

export const put = (store: Store, ...rows: readonly RowInput[]): Promise<Row[]> =>
  store.transaction(async (writer) => {
    const done: Row[] = [];
    for (const one of rows) done.push(await writer.put(one));
    return done;
  });

export const remove = (store: Store, kind: string, id: string): Promise<boolean> =>
  store.transaction((writer) => writer.remove({ engine: ENGINE, kind, id }));

export function sorted(text: string): Sort {
  const sort = parseSort(text);
  if (!sort) throw new Error(`not a sort: ${text}`);
  return sort;
}

/** Filters as in a query: `{name: 'contains:ab'}`. */
const filtered = (filters: Readonly<Record<string, string>>): Record<string, Filter> =>
  Object.fromEntries(Object.entries(filters).map(([key, text]) => [key, parseFilter(text)]));

type Wanted = Partial<Omit<ListRequest, 'kind' | 'sort' | 'filters'>> & { sort?: string; filters?: Record<string, string> };

export function list(store: Pick<Store, 'read'>, kind: string, { sort, filters = {}, ...rest }: Wanted = {}): Promise<ListResult> {
  const of = kindOf(kind);
  return store.read.list({
    kind: of,
    visibility: system,
    limit: 100,
    sort: sorted(sort ?? of.defaultSort),
    filters: filtered(filters),
    ...rest,
  });
}

export const idsOf = ({ rows }: { rows: readonly Row[] }): string[] => rows.map(({ id }) => id);

/** All pages of a list, one after the other. */
export async function allPages(store: Store, kind: string, wanted: Wanted): Promise<string[]> {
  const found: string[] = [];
  let marker: string | undefined;
  do {
    const page: ListResult = await list(store, kind, { ...wanted, ...(marker !== undefined && { marker }) });
    found.push(...idsOf(page));
    marker = page.marker;
  } while (marker !== undefined);
  return found;
}
