import { describe, expect, it, vi } from 'vitest';
import { Page } from '../../src/features/servers/list/page.tsx';
import { aServer, openPage, type Asked, type Given } from '../support/console-page.tsx';
import { acting, all, click, find } from '../support/render.tsx';

const LIMIT = 20;
const COUNT = 47;
/** The servers by age, oldest first; a marker is the number of rows before it. */
const servers = Array.from({ length: COUNT }, (_, index) => aServer({ id: `id-${index + 1}`, name: `web-${index + 1}` }));

/** A list as the server gives it, in either direction. */
function pageOf({ query }: Asked): Given {
  const isDown = (query.get('sort') ?? 'created_at:desc').endsWith(':desc');
  const rows = isDown ? servers.toReversed() : servers;
  const from = Number(query.get('marker') ?? 0);
  const to = from + Number(query.get('limit'));
  return { body: { data: rows.slice(from, to), count: COUNT, ...(to < COUNT && { marker: String(to) }) } };
}

const names = () => [...document.querySelectorAll('tbody tr a.gantry-name')].map(({ textContent }) => textContent ?? '');
const figures = () => document.querySelector('.gantry-pager output')?.textContent ?? '';
/** What the pager says of the rows that stand there: `1–20 of 47 web-47`. */
const shown = () => `${figures()} ${names()[0] ?? ''}`;
const becomes = (text: string) => vi.waitFor(() => expect(shown()).toBe(text), { timeout: 20_000 });
const widths = () => [...document.querySelectorAll<HTMLElement>('col')].map(({ style }) => style.inlineSize);
const isOff = (name: string) => find('button', name).getAttribute('aria-disabled') === 'true';

describe('the pages of a list', () => {
  it('the pages of a list lead to the last one and back, each row once and in the order of the list', async () => {
    const { router } = await openPage(Page, pageOf);
    await becomes('1–20 of 47 web-47');
    expect([isOff('First page'), isOff('Last page')]).toEqual([true, false]);
    const before = widths();
    await click(find('button', 'Last page'));
    await becomes('41–47 of 47 web-7');
    expect(names()).toEqual(['web-7', 'web-6', 'web-5', 'web-4', 'web-3', 'web-2', 'web-1']);
    expect([isOff('Next page'), isOff('Last page'), isOff('First page')]).toEqual([true, true, false]);
    expect(widths()).toEqual(before);
    await click(find('button', 'Previous page'));
    await becomes('21–40 of 47 web-27');
    expect(names()).toHaveLength(LIMIT);
    await click(find('button', 'Previous page'));
    await becomes('1–20 of 47 web-47');
    expect(isOff('Previous page')).toBe(true);
    await click(find('button', 'Next page'));
    await becomes('21–40 of 47 web-27');
    await click(find('button', 'Next page'));
    await becomes('41–47 of 47 web-7');
    await click(find('button', 'First page'));
    await becomes('1–20 of 47 web-47');
    expect(router.state.location.search).toEqual({});
  });

  it('the last page of a list is the same after a reload', async () => {
    const { router } = await openPage(Page, pageOf);
    await becomes('1–20 of 47 web-47');
    await click(find('button', 'Last page'));
    await becomes('41–47 of 47 web-7');
    const { href } = router.state.location;
    await openPage(Page, pageOf, href);
    await becomes('41–47 of 47 web-7');
    expect(isOff('Next page')).toBe(true);
  });

  it('a list says which rows it shows in the same moment as the rows change', async () => {
    const seen = new Set<string>();
    const watch = new MutationObserver(() => figures() !== '' && seen.add(shown()));
    await openPage(Page, async (asked) => {
      await Promise.resolve();
      return pageOf(asked);
    });
    await becomes('1–20 of 47 web-47');
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    for (const [button, text] of [
      ['Next page', '21–40 of 47 web-27'],
      ['Next page', '41–47 of 47 web-7'],
      ['First page', '1–20 of 47 web-47'],
      ['Last page', '41–47 of 47 web-7'],
      ['Previous page', '21–40 of 47 web-27'],
    ] as const) {
      await click(find('button', button));
      await becomes(text);
    }
    await acting(() => watch.disconnect());
    expect([...seen].toSorted()).toEqual(['1–20 of 47 web-47', '21–40 of 47 web-27', '41–47 of 47 web-7']);
  });

  it('the last page of a list cannot be asked for in an order in which the unknown is always last', async () => {
    await openPage(Page, pageOf, '/page?sort=cpu_usage:desc');
    await vi.waitFor(() => expect(all('button', 'Last page')).toHaveLength(1), { timeout: 20_000 });
    expect(isOff('Last page')).toBe(true);
  });
});
