import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { api } from '../../src/app/api/calls.ts';
import { useItem, useList } from '../../src/app/api/hooks.ts';
import { forgetReads } from '../../src/app/api/request.ts';
import { useListPage, type ListPage } from '../../src/app/list/use-list-page.ts';
import { nextPage, type ListSpec } from '../../src/ui/list/list-state.ts';
import { openPage, type Given } from '../support/console-page.tsx';
import { errorBody } from './fake-server.ts';

const spec: ListSpec = { sortKeys: ['name'], filters: { search: 'contains' }, defaultSort: 'name:asc' };
const row = (id: string, revision = 1) => ({ id, name: `disk ${id}`, status: 'available', revision });

/** A list page, another list of the same things and one of them, as a screen has them; filled at each paint. */
const shown: { list?: ListPage<Volume>; other?: readonly Volume[] | undefined; one?: Volume | undefined } = {};
function Page() {
  const list = useListPage<Volume>(api.volumes.list, spec);
  const other = useList(api.volumes.list, { limit: 5, sort: 'size:desc' }).data?.data;
  const one = useItem(api.volumes.read, { volumeId: 'b' }).data;
  useEffect(() => void Object.assign(shown, { list, other, one }));
  return null;
}

it('a list tells its ids, count, loading, error, marker and last page, and each thing is one object for all views [store.list-views]', async () => {
  let later: Given | Promise<Given> = { body: { data: [row('c')], count: 3 } };
  await openPage(Page, ({ path, query }) => {
    if (path.endsWith('/b')) return { body: row('b') };
    if (query.get('sort') === 'size:desc') return { body: { data: [row('b'), row('a')], count: 3 } };
    return query.has('marker') ? later : { body: { data: [row('a'), row('b')], count: 3, marker: 'm1' } };
  });
  const view = () => {
    const { ids, page, loading, failure, isLastPage } = shown.list!;
    return { ids, count: page?.count, marker: page?.marker, loading, error: failure?.text, isLastPage };
  };
  await vi.waitFor(() => expect(shown.one).toBeDefined());
  expect(view()).toEqual({ ids: ['a', 'b'], count: 3, marker: 'm1', loading: false, error: undefined, isLastPage: false });
  const [a, b] = shown.list!.page!.data;
  expect(a).toEqual(row('a'));
  expect(shown.other).toHaveLength(2);
  expect(shown.other![0]).toBe(b);
  expect(shown.other![1]).toBe(a);
  expect(shown.one).toBe(b);

  let answer: (given: Given) => void = () => undefined;
  const waiting = later;
  later = new Promise<Given>((resolve) => (answer = resolve));
  shown.list!.onState((state) => nextPage(state, 'm1'));
  // While the next page is on its way the rows of before stay, and lead nowhere.
  await vi.waitFor(() =>
    expect(view()).toEqual({ ids: ['a', 'b'], count: 3, marker: undefined, loading: true, error: undefined, isLastPage: false }),
  );
  answer(waiting as Given);
  await vi.waitFor(() =>
    expect(view()).toEqual({ ids: ['c'], count: 3, marker: undefined, loading: false, error: undefined, isLastPage: true }),
  );

  later = { status: 403, body: errorBody('forbidden') };
  forgetReads();
  shown.list!.onRetry();
  await vi.waitFor(() => expect(view()).toMatchObject({ ids: ['c'], loading: false, error: 'You do not have permission to do this.' }));
});
