import type { RowInput } from '../../../port/store/rows.ts';
import { takeTurn } from '../../../turns/turns.ts';
import type { Api } from '../client/api.ts';
import type { Items } from '../client/items.ts';
import { pagesOf } from '../client/pages.ts';
import { mendedRow } from './marked.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

interface Listed<T> extends Omit<Strategy, 'pages' | 'read' | 'confirm'> {
  /** What `collection` makes. */
  from: { list(api: Api, limit: number, marker: string | undefined): Promise<Items<T>>; get(api: Api, id: string): Promise<T> };
  rowOf(context: MirrorContext, resource: T): RowInput | Promise<RowInput>;
  /** Resources whose rows are made at the same time, where each needs more than was listed. One by one unless said. */
  concurrent?: number;
}

/** How a kind is kept true that its service lists page by page and gives one by one. */
export const listedStrategy = <T>({ from: { list, get }, rowOf, concurrent = 1, ...strategy }: Listed<T>): Strategy => ({
  ...strategy,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => list(context.api, limit, marker), from)) {
      const rows: RowInput[] = [];
      for (let start = 0; start < page.items.length; start += concurrent) {
        await takeTurn();
        const some = page.items.slice(start, start + concurrent);
        rows.push(...(await Promise.all(some.map((resource) => mendedRow(context, strategy.kind, async () => rowOf(context, resource))))));
      }
      yield { rows, wrong: page.wrong, marker: page.marker };
    }
  },
  read: async (context, id) => rowOf(context, await get(context.api, id)),
  confirm: ({ api }, id) => get(api, id),
});
