import { expect, it } from 'vitest';
import { matching, ordered } from '../../../src/ui/list/row-order.ts';
import { plainActions } from '../../../src/ui/action/plain-actions.ts';
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

it('a short table orders names as people read them, numbers as numbers, and what has no value last, both ways', () => {
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

it('a short table finds a part of any value, whatever its case, and nothing in a column without a value', () => {
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
const shown = (items: One[]) =>
  render(<ShortList label="Disks" items={items} idOf={({ name }) => name} nameOf={({ name }) => name} columns={columns} />);

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
  expect(pageText()).toContain('No matches.');
});

it('columns of a short table without room unfold below their row, with what the row says more', async () => {
  // Seven rem: the name alone.
  localStorage.setItem('gantry.list-room', `${window.innerWidth} 7`);
  await render(
    <ShortList
      label="Disks"
      items={rows('b', 'c')}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={columns}
      expand={({ name }) => name === 'b' && <p>more of b</p>}
    />,
  );
  localStorage.removeItem('gantry.list-room');
  expect(headings().map(({ textContent }) => textContent)).toEqual(['Name']);
  await click(find('button', 'More about b'));
  expect(document.querySelector('.gantry-unfolded')?.textContent).toContain('Size10');
  expect(document.querySelector('.gantry-unfolded')?.textContent).toContain('more of b');
});

it('a short table has a menu where something can be done to a row, and none where nothing can', async () => {
  const done: string[] = [];
  const actions = plainActions<One>(({ name }) => (name === 'b' ? [] : [{ id: 'end', label: 'End', onSelect: () => done.push(name) }]));
  await render(
    <ShortList
      label="Disks"
      items={rows('b', 'c')}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={columns}
      actions={actions}
    />,
  );
  expect(all('button', 'Actions for ').map((button) => button.getAttribute('aria-label'))).toEqual(['Actions for c']);
  await click(find('button', 'Actions for c'));
  await settle();
  await click(find('menuitem', 'End'));
  expect(done).toEqual(['c']);
});

it('a short table marks the newly made row, shows bones while it is read, and says in words when it is empty', async () => {
  const list = (items: One[] | undefined) => (
    <ShortList
      label="Disks"
      items={items}
      empty="There are none."
      marked={['c']}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
      columns={columns}
    />
  );
  await render(list(rows('b', 'c')));
  expect(document.querySelector('tr[data-marked]')?.textContent).toContain('c');
  await render(list(undefined));
  expect(document.querySelectorAll('.gantry-bone').length).toBeGreaterThan(0);
  await render(list([]));
  expect(pageText()).toContain('There are none.');
});

it.each([
  ['without rows', 0, false],
  ['that is read', undefined, false],
  ['of few rows', 1, false],
  ['of many rows', 11, true],
])('a short table %s has its tools above it, after its search where it has one', async (_, count, isSearched) => {
  const items = count === undefined ? undefined : rows(...Array.from({ length: count }, (_row, index) => `disk-${index}`));
  const tools = <button type="button">Add disk</button>;
  const named = ({ name }: One) => name;
  await render(<ShortList label="Disks" empty="No disks" items={items} tools={tools} idOf={named} nameOf={named} columns={columns} />);
  const order = [...document.querySelectorAll('input, button, table, p')].map((one) =>
    one.textContent === 'Add disk' ? 'tools' : one.matches('input') ? 'search' : one.matches('table, p') ? 'list' : '',
  );
  expect(order.filter((one, index) => one !== '' && order.indexOf(one) === index)).toEqual([
    ...(isSearched ? ['search'] : []),
    'tools',
    'list',
  ]);
});
