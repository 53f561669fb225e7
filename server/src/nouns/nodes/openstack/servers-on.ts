import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Row } from '../../../port/store/rows.ts';
import type { Store } from '../../../port/store/store.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';

/** Rows looked up at once. */
const PAGE = 500;

/** The servers of an engine that are on a host, as the store knows them. */
export async function serversOn({ read }: Pick<Store, 'read'>, engine: string, host: string): Promise<Row<'server'>[]> {
  const found: Row<'server'>[] = [];
  let marker: string | undefined;
  do {
    const page = await read.list({
      kind: serverKind,
      visibility: EVERYTHING,
      filters: { host: { operator: 'is', values: [host] } },
      sort: { key: 'name', descending: false },
      limit: PAGE,
      marker,
    });
    found.push(...page.rows.filter((row) => row.engine === engine));
    marker = page.marker;
  } while (marker !== undefined);
  return found;
}
