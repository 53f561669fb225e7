import { expect, it } from 'vitest';
import { useShowRows } from '../../src/app/form/use-show-made.ts';
import { QueryTabs } from '../../src/app/resource/query-tabs.tsx';
import { SubTable } from '../../src/app/resource/sub-list.tsx';
import { click, find, renderPage, settle, type as typeIn } from '../support/render.tsx';

interface One {
  name: string;
  size: number;
}
const items = Array.from({ length: 11 }, (_, index): One => ({ name: `disk-${index}`, size: (index * 7) % 11 }));

const Table = ({ name, label }: { name: string; label: string }) => (
  <SubTable
    name={name}
    label={label}
    empty="There are none."
    items={items}
    idOf={(one) => one.name}
    nameOf={(one) => one.name}
    columns={[
      { key: 'name', sort: 'name', label: `Name of ${name}`, value: (one) => one.name },
      { key: 'size', sort: 'size', label: `Size of ${name}`, value: (one) => one.size },
    ]}
  />
);

const Page = () => (
  <QueryTabs
    label="Parts"
    tabs={[
      {
        key: 'disks',
        title: 'Disks',
        content: () => (
          <>
            <Table name="volumes" label="Volumes" />
            <Table name="snapshots" label="Snapshots" />
          </>
        ),
      },
      { key: 'history', title: 'History', content: () => <p>nothing</p> },
    ]}
  />
);

const first = (label: string) => document.querySelector(`table[aria-label="${label}"] td`)?.textContent;

it('a table within a page keeps its order and search in the address, beside those of the page and other tables', async () => {
  const router = await renderPage(Page, '/page?sort=name:desc&volumes.sort=size:asc');
  const query = () => router.state.location.search;
  expect([first('Volumes'), first('Snapshots')]).toEqual(['disk-0', 'disk-0']);
  await click(find('button', 'Size of volumes'));
  await settle(10);
  expect(query()).toEqual({ sort: 'name:desc', 'volumes.sort': 'size:desc' });
  expect([first('Volumes'), first('Snapshots')]).toEqual(['disk-3', 'disk-0']);
  await typeIn(document.querySelector<HTMLElement>('input[aria-label="Search: Snapshots"]')!, 'disk-1');
  await settle(400);
  expect(query()).toEqual({ sort: 'name:desc', 'volumes.sort': 'size:desc', 'snapshots.search': 'disk-1' });
  expect(document.querySelectorAll('table[aria-label="Snapshots"] tbody tr')).toHaveLength(2);
  expect(document.querySelectorAll('table[aria-label="Volumes"] tbody tr')).toHaveLength(11);

  await click(find('button', 'History'));
  await settle(10);
  expect(document.querySelector('table')).toBeNull();
  await click(find('button', 'Disks'));
  await settle(10);
  expect(first('Volumes')).toBe('disk-3');
  expect(document.querySelector<HTMLInputElement>('input[aria-label="Search: Snapshots"]')?.value).toBe('disk-1');
});

it('a table ignores an order in the address that it does not have', async () => {
  await renderPage(Page, '/page?volumes.sort=colour:asc&snapshots.sort=down');
  expect([first('Volumes'), first('Snapshots')]).toEqual(['disk-0', 'disk-0']);
  expect([...document.querySelectorAll('th')].map((th) => th.getAttribute('aria-sort'))).toEqual(['none', 'none', 'none', 'none']);
});

it('a table within a page marks the rows that a dialog over the page has made, and its address stays as it is', async () => {
  const Opened = () => {
    const show = useShowRows(() => undefined);
    return (
      <>
        <Table name="volumes" label="Volumes" />
        <SubTable
          name="addresses"
          label="Addresses"
          items={[{ id: 'a' }, { id: 'b' }, { id: 'c' }]}
          idOf={({ id }) => id}
          nameOf={({ id }) => `address ${id}`}
          markedBy={({ id }) => `network ${id}`}
          columns={[{ key: 'id', label: 'Id', value: ({ id }) => id }]}
        />
        <button type="button" onClick={() => show(['disk-3', 'network a', 'address c', 'disk-3 of before'])}>
          Made
        </button>
      </>
    );
  };
  const router = await renderPage(() => <Opened />, '/page?volumes.sort=name:asc');
  const marked = () => [...document.querySelectorAll<HTMLElement>('tr[data-marked]')].map(({ dataset }) => dataset['id']);
  expect(marked()).toEqual([]);
  await click(find('button', 'Made'));
  await settle(10);
  expect(marked()).toEqual(['disk-3', 'a', 'c']);
  expect([router.state.location.search, router.history.length]).toEqual([{ 'volumes.sort': 'name:asc' }, 1]);
});
