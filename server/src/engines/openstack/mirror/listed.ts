import type { RowInput } from '../../../store/port/rows.ts';
import { ownTurn } from '../../../turns/turns.ts';
import type { Api } from '../client/api.ts';
import type { Items } from '../client/items.ts';
import { pagesOf } from '../client/pages.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

interface Listed<T> extends Omit<Strategy, 'pages' | 'read' | 'confirm'> {
  /** What `collection` makes. */
  from: { list(api: Api, limit: number, marker: string | undefined): Promise<Items<T>>; get(api: Api, id: string): Promise<T> };
  rowOf(context: MirrorContext, thing: T): RowInput | Promise<RowInput>;
  /** Things whose rows are made at the same time, where each is asked for more than was listed. One by one unless said. */
  atOnce?: number;
}

/** How a kind is kept true that its service lists page by page and gives one by one. */
export const listedStrategy = <T>({ from: { list, get }, rowOf, atOnce = 1, ...strategy }: Listed<T>): Strategy => ({
  ...strategy,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => list(context.api, limit, marker), from)) {
      const rows: RowInput[] = [];
      for (let start = 0; start < page.items.length; start += atOnce) {
        await ownTurn();
        rows.push(...(await Promise.all(page.items.slice(start, start + atOnce).map((thing) => rowOf(context, thing)))));
      }
      yield { rows, wrong: page.wrong, marker: page.marker };
    }
  },
  read: async (context, id) => rowOf(context, await get(context.api, id)),
  confirm: ({ api }, id) => get(api, id),
});
