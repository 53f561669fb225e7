import { afterEach, describe, expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/servers/list/page.tsx';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { sessionStore } from '../../../src/app/session/state.ts';
import { acting, all, click, find, pageText, settle } from '../../support/render.tsx';
import { aServer, openPage, type Asked } from '../../support/console-page.tsx';
import { catchFiles } from '../../support/files.ts';

const GIB = 1024 ** 3;
const metrics = { cpu_usage: 12.5, mem_usage: GIB, block_capacity: 10 * GIB, block_usage: 4 * GIB };
const web = aServer({ statistics: { metrics } });
const off = aServer({ id: 'server-2', name: '=off', status: 'SHUTOFF' });

const headers = (): string[] => [...document.querySelectorAll('th')].map((cell) => cell.textContent ?? '').filter((text) => text !== '');

const isPage = ({ query }: Asked): boolean => query.has('limit');

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('the columns of the list of servers', () => {
  const choose = async (name: string) => {
    const button = find('button', 'Columns');
    if (button.getAttribute('aria-expanded') !== 'true') await click(button);
    await settle(20);
    await click(all('checkbox').find((box) => box.closest('label')?.textContent === name)!);
    await settle(20);
  };

  it('the list of servers shows what each server uses, and no column for it where nothing is measured', async () => {
    await openPage(Page, () => ({ body: { data: [web], count: 1 } }));
    expect(headers()).toEqual(expect.arrayContaining(['CPU usage', 'RAM usage', 'Storage']));
    expect(pageText()).toContain('12.5%');
    expect(pageText()).toContain('4 GiB of 10 GiB');
    await acting(() =>
      abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities].filter((name) => name !== 'server.stat')) })),
    );
    expect(headers()).not.toContain('CPU usage');
    expect(pageText()).not.toContain('12.5%');
  });

  it.each([
    ['is off', 'SHUTOFF'],
    ['is being built', 'BUILD'],
  ])('the list of servers shows a dash, not a zero, for what a server that %s uses', async (_, status) => {
    const off = { ...web, status, statistics: { ...web.statistics, metrics: { ...metrics, cpu_usage: 0, mem_usage: 0 } } };
    await openPage(Page, () => ({ body: { data: [off], count: 1 } }));
    const cells = [...document.querySelectorAll('td')].map(({ dataset, textContent }) => `${dataset['label']}: ${textContent}`);
    expect(cells).toEqual(expect.arrayContaining(['CPU usage: –none', 'RAM usage: –none']));
  });

  it('the list of servers sorts by usage where the cloud can; where too many match it says so and keeps its rows', async () => {
    const tooMany = { error: { err_code: 'too_many_to_sort', message: 'x', data: { params: { max: 1000 } } } };
    const { asked } = await openPage(Page, ({ query }) =>
      query.has('sort') ? { status: 422, body: tooMany } : { body: { data: [web], count: 1 } },
    );
    const sorter = (label: string) =>
      [...document.querySelectorAll('th')].find((cell) => cell.textContent === label)?.querySelector('button') ?? null;
    expect(['CPU usage', 'RAM usage', 'Storage'].map(sorter)).toEqual([null, null, null]);
    await acting(() => abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities, 'server.figures']) })));
    await choose('Storage capacity');
    for (const label of ['RAM usage', 'Storage', 'Storage capacity', 'CPU usage']) await click(sorter(label)!);
    await vi.waitFor(() => expect(pageText()).toContain('More than 1,000 objects match. Filter the list before'));
    const sorts = new Set(asked.flatMap(({ query }) => query.get('sort') ?? []));
    expect(sorts).toEqual(new Set(['mem_share:asc', 'block_share:asc', 'block_capacity:asc', 'cpu_usage:asc']));
    expect(pageText()).toContain('web-1');
    await click(find('button', 'Name'));
    await vi.waitFor(() => expect(asked.at(-1)?.query.get('sort')).toBe('name:asc'));
  });

  it('the list of servers shows the floating address of each server first, and says how many more it has', async () => {
    const ips = ['10.0.0.2', 'fd00::2', '203.0.113.7'];
    const nic = { ...web.networks[0]!, ips };
    const data = [{ mac_addr: nic.mac_addr, fixed_ips: ips.slice(0, 2) }];
    await openPage(Page, () => ({ body: { data: [{ ...web, networks: [nic], network_data: data }], count: 1 } }));
    const cell = document.querySelector('td[data-label="IP addresses"]');
    expect(cell?.querySelector('bdi')?.textContent).toBe('203.0.113.7');
    expect(cell?.querySelector('.gantry-subtle')?.textContent).toBe(' and 2 more');
    expect(cell?.querySelector('.gantry-subtle')?.getAttribute('title')).toBe('10.0.0.2, fd00::2');
  });

  it('the list of servers tells the size of each server in five tiers [server.size-tiers]', async () => {
    const sizes = [
      [1, 512],
      [1, 2048],
      [2, 4096],
      [4, 8192],
      [8, 8192],
    ] as const;
    const rows = sizes.map(([vcpus, ram], index) =>
      aServer({ id: `s-${index}`, name: `s-${index}`, flavor: { ...web.flavor, vcpus, ram } }),
    );
    await openPage(Page, () => ({ body: { data: rows, count: 5 } }));
    const column = headers().indexOf('Size class');
    const shown = [...document.querySelectorAll('tbody tr')].map(
      (row) => row.querySelectorAll('td[data-label]:not([data-label=Selection])')[column],
    );
    expect(shown.map((cell) => cell?.textContent)).toEqual(['Tiny', 'Small', 'Medium', 'Large', 'Extra large']);
  });

  it('the list of servers leads to the console of a server that has one to show, in a tab of its own', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await openPage(Page, () => ({ body: { data: [web, off], count: 2 } }));
    expect(all('button', 'Console of ')).toHaveLength(1);
    await click(find('button', 'Console of web-1'));
    expect(open).toHaveBeenCalledExactlyOnceWith('/compute/servers/instances/server-1/console', '_blank');
    await acting(() =>
      abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities].filter((name) => name !== 'server.console')) })),
    );
    expect(all('button', 'Console of ')).toHaveLength(0);
  });

  it('the columns of the list of servers are chosen by the user, kept for that user and for nobody else', async () => {
    await openPage(Page, () => ({ body: { data: [web], count: 1 } }));
    expect(headers()).toContain('Image');
    expect(headers()).not.toContain('Flavor');
    await choose('Image');
    await choose('Flavor');
    expect(headers()).not.toContain('Image');
    expect(headers()).toContain('Flavor');
    await openPage(Page, () => ({ body: { data: [web], count: 1 } }));
    expect(headers().filter((text) => text === 'Flavor')).toHaveLength(2);
    expect(JSON.stringify({ ...localStorage })).toContain('user-1');
    expect(Object.keys(localStorage).every((key) => key.endsWith(sessionStore.get().currentUser!.id))).toBe(true);
  });
});

describe('the export of the list of servers', () => {
  it('the export of the list of servers is what is filtered, all pages of it, with the columns that are shown', async () => {
    const files = catchFiles();
    const { asked } = await openPage(
      Page,
      ({ query }) => (query.has('marker') ? { body: { data: [off] } } : { body: { data: [web], count: 2, marker: 'm1' } }),
      '/page?status=ACTIVE&sort=name:asc&page=2&after=m0',
    );
    const before = asked.length;
    await click(find('button', 'Export as CSV'));
    await settle(50);
    const pages = asked.slice(before).filter(isPage);
    expect(pages.map(({ query }) => query.get('marker'))).toEqual([null, 'm1']);
    for (const { query } of pages) expect([query.get('status'), query.get('sort')]).toEqual(['in:ACTIVE', 'name:asc']);
    expect(files[0]?.name).toMatch(/^servers-\d{4}-\d\d-\d\d\.csv$/);
    const [head = '', first = '', second = ''] = (await files[0]!.text).split('\r\n');
    expect(head.startsWith('\uFEFF"Name","Status","IP addresses",')).toBe(true);
    expect(head).toContain('"RAM (MiB)","CPU usage (%)","RAM usage (bytes)","Storage used (bytes)","Storage capacity (bytes)"');
    expect(first).toContain(`2048,12.5,${GIB},${4 * GIB},${10 * GIB}`);
    expect(second.startsWith(`"'=off",`)).toBe(true);
    expect(pageText()).not.toContain('rows exported');
  });

  it('the export of the list of servers tells how far it is, and can be cancelled', async () => {
    const files = catchFiles();
    const second = Promise.withResolvers<{ body: unknown }>();
    await openPage(Page, ({ query }) =>
      query.has('marker')
        ? second.promise
        : { body: { data: [web], count: 100_000, ...(query.get('limit') !== '20' && { marker: 'm1' }) } },
    );
    await click(find('button', 'Export as CSV'));
    await settle(50);
    expect(pageText()).toContain('1 of 100,000 rows exported');
    await click(find('button', 'Cancel'));
    await settle(50);
    second.resolve({ body: { data: [off] } });
    await settle(50);
    expect(pageText()).not.toContain('rows exported');
    expect(files).toEqual([]);
  });

  it('the export of the list of servers says what went wrong, and gives no half file', async () => {
    const files = catchFiles();
    await openPage(Page, ({ query }) =>
      query.has('marker')
        ? { status: 503, body: { error: { err_code: 'engine_unavailable', message: 'x' } } }
        : { body: { data: [web], count: 2, ...(query.get('limit') !== '20' && { marker: 'm1' }) } },
    );
    await click(find('button', 'Export as CSV'));
    await settle(50);
    expect(pageText()).toContain('The cloud does not respond. Try again later.');
    expect(files).toEqual([]);
  });
});
