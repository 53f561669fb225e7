import { expect, it } from 'vitest';
import { matching, ordered } from '../../../src/ui/list/row-order.ts';
import { ShortList } from '../../../src/ui/list/short-list.tsx';
import { all, click, find, pageText, render, settle, type as typeIn } from '../../support/render.tsx';

interface One {
  name: string;
  size: number | null;
}
const rows = (...names: string[]): One[] => names.map((name, index) => ({ name, size: index === 1 ? null : 10 - index }));
const columns = [
  { key: 'name', sort: 'name', label: 'Name', value: ({ name }: One) => name },
  { key: 'size', sort: 'size', label: 'Size', value: ({ size }: One) => size },
  { key: 'note', label: 'Note', value: () => null, render: () => 'note' },
];

it('orders names as people read them, numbers as numbers, and what has no value last, both ways', () => {
  const items = rows('disk-10', 'disk-9', 'Disk-1');
  const names = (down: boolean) => ordered(items, ({ name }) => name, down, 'en').map(({ name }) => name);
  expect(names(false)).toEqual(['Disk-1', 'disk-9', 'disk-10']);
  expect(names(true)).toEqual(['disk-10', 'disk-9', 'Disk-1']);
  const sizes = (down: boolean) => ordered(items, ({ size }) => size, down, 'en').map(({ size }) => size);
  expect([sizes(false), sizes(true)]).toEqual([
    [8, 10, null],
    [10, 8, null],
  ]);
});

it('finds a part of any value, whatever its case, and nothing by what has none', () => {
  const items = rows('Web', 'db');
  expect(matching(items, columns, ' WE ').map(({ name }) => name)).toEqual(['Web']);
  expect(matching(items, columns, '10').map(({ name }) => name)).toEqual(['Web']);
  expect(matching(items, columns, 'note')).toEqual([]);
  expect(matching(items, columns, ' ')).toBe(items);
});

const names = () =>
  all('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);
const headings = () => [...document.querySelectorAll('th')];
const shown = (items: One[]) => render(<ShortList label="Disks" items={items} idOf={({ name }) => name} nameOf={({ name }) => name} columns={columns} />);

it('a short table keeps an order of its own', async () => {
  await shown(rows('b', 'c', 'a'));
  expect(document.querySelector('input')).toBeNull();
  expect(names()).toEqual(['b', 'c', 'a']);
  await click(find('button', 'Name'));
  expect([names(), headings()[0]?.getAttribute('aria-sort')]).toEqual([['a', 'b', 'c'], 'ascending']);
  await click(find('button', 'Name'));
  expect(names()).toEqual(['c', 'b', 'a']);
  expect(headings()[2]?.querySelector('button')).toBeNull();
});

it('a table of more than ten rows has a search of its own; what finds nothing says so', async () => {
  await shown(rows(...Array.from({ length: 11 }, (_, index) => `disk-${index}`)));
  const box = document.querySelector<HTMLElement>('input')!;
  expect(box.getAttribute('aria-label')).toBe('Search: Disks');
  await typeIn(box, 'disk-1');
  await settle(400);
  expect(names()).toEqual(['disk-1', 'disk-10']);
  await typeIn(box, 'nothing');
  await settle(400);
  expect(pageText()).toContain('Nothing matches.');
});
