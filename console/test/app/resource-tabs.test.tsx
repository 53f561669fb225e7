/** The tabs of a page about one thing, where there is no room for all of them. */
import { afterEach, expect, it, vi } from 'vitest';
import { ResourceTabs } from '../../src/app/resource/resource-tabs.tsx';
import { renderPage } from '../support/render.tsx';

afterEach(() => vi.unstubAllGlobals());

const TABS = ['one', 'two', 'three'].map((key) => ({ key, title: key, content: () => key }));

/** Px from the left and right end of the row of tabs to the open one. */
const PLACES = [
  { where: 'beyond its end', row: [0, 240], tab: [280, 340], from: 0, to: 100 },
  { where: 'before its beginning', row: [0, 240], tab: [-60, 0], from: 100, to: 40 },
  { where: 'in sight', row: [0, 240], tab: [100, 160], from: 30, to: 30 },
] as const;

it.each(PLACES)('a row of tabs whose room changes keeps the open one in sight: $where', async ({ row, tab, from, to }) => {
  const told: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        told.push(tell);
      }
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  await renderPage(() => <ResourceTabs label="Parts" tabs={TABS} open="three" onOpen={() => undefined} />);
  const open = document.querySelector('[aria-selected=true]')!.closest('li')!;
  const list = open.parentElement!;
  const at =
    ([left, right]: readonly [number, number]) =>
    () =>
      new DOMRect(left, 0, right - left, 40);
  list.getBoundingClientRect = at(row);
  open.getBoundingClientRect = at(tab);
  list.scrollLeft = from;
  for (const tell of told) tell();
  expect(list.scrollLeft).toBe(to);
});
