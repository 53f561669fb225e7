import { afterEach, describe, expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/servers/list/page.tsx';
import { aServer, openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle, type } from '../../support/render.tsx';

const COUNT = 450;
const rows = Array.from({ length: COUNT }, (_, index) => aServer({ id: `s-${index}`, name: `web-${index}`, status: 'SHUTOFF' }));

afterEach(() => localStorage.clear());

/** A list of 450 that match, in pages of what is asked for. */
const openMany = (path?: string) =>
  openPage(
    Page,
    ({ method, query }) => {
      if (method !== 'GET') return { status: 202, body: { task_id: 'task-1' } };
      const from = Number(query.get('marker') ?? 0);
      const to = from + Number(query.get('limit') ?? 20);
      return { body: { data: rows.slice(from, to), count: COUNT, ...(to < COUNT && { marker: String(to) }) } };
    },
    ...(path === undefined ? [] : [path]),
  );

describe('all rows that match', () => {
  it('all servers that match are selected at once after those of the page, and a bulk action asks for two hundred at a time', async () => {
    const { asked } = await openMany('/page?search=web');
    expect(pageText()).not.toContain('that match');
    await click(find('checkbox', 'Select all rows of this page'));
    await click(find('button', 'Select all 450 that match'));
    await vi.waitFor(() => expect(pageText()).toContain('450 selected'), { timeout: 10_000 });
    expect(asked.filter(({ query }) => query.get('limit') === '200').map(({ query }) => query.get('search'))).toEqual(
      Array(3).fill('contains:web'),
    );
    await click(find('button', 'Start'));
    await settle(20);
    await click(all('button', 'Start').at(-1)!);
    const sent = () => asked.filter(({ method }) => method === 'POST');
    await vi.waitFor(() => expect(sent()).toHaveLength(3), { timeout: 10_000 });
    const ids = sent().map(({ body }) => (body as { ids: string[] }).ids);
    expect(ids.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(new Set(ids.flat()).size).toBe(COUNT);
  });
});

describe('a saved view', () => {
  it('a saved view of servers keeps filters and order, leads back to them, and is forgotten again', async () => {
    const { router } = await openMany('/page?search=web&sort=name:asc');
    await click(find('button', 'Saved views'));
    await click(find('menuitem', 'Save this view'));
    await vi.waitFor(() => find('textbox', 'Name of the view'), { timeout: 10_000 });
    await type(find('textbox', 'Name of the view'), 'Web servers');
    await click(all('button', 'Save').at(-1)!);
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), { timeout: 10_000 });
    await click(find('button', 'Clear all filters'));
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ sort: 'name:asc' }));
    await click(find('button', 'Saved views'));
    await click(find('menuitem', 'Web servers'));
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ search: 'web', sort: 'name:asc' }));
    await click(find('button', 'Saved views'));
    await click(find('menuitem', 'Delete “Web servers”'));
    await click(find('button', 'Saved views'));
    expect(pageText()).not.toContain('Web servers');
  });
});
