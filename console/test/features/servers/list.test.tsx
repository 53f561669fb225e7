import { optionOf } from '@gantry/contract/wire/call';
import { describe, expect, it, vi } from 'vitest';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { Page } from '../../../src/features/servers/list/page.tsx';
import { acting, all, click, find, pageText, settle, type } from '../../support/render.tsx';
import { aServer, openPage, type Asked, type Given } from '../../support/console-page.tsx';

const SERVERS = '/api/v2/compute/servers';
const web = aServer();
const off = aServer({ id: 'server-2', name: 'off-2', status: 'SHUTOFF' });

const serve =
  (page: object): ((asked: Asked) => Given) =>
  () => ({ body: page });

describe('the list of servers', () => {
  it('the list of servers asks for 20 rows at first, with their number, in one call [const.page-size]', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => aServer({ id: `s-${index}`, name: `web-${index}` }));
    const { asked } = await openPage(Page, serve({ data: rows, count: 57, marker: 'm1' }));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'GET', path: SERVERS });
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ limit: '20', with_count: 'true' });
    expect(pageText()).toContain('1–20 of 57');
    expect(all('checkbox', 'Select web-')).toHaveLength(20);
  });

  it('the list of servers steps to the next page and back, and keeps the way in the URL', async () => {
    const { asked, router } = await openPage(Page, ({ query }) =>
      query.has('marker') ? { body: { data: [off], count: 21 } } : { body: { data: [web], count: 21, marker: 'm1' } },
    );
    await click(find('button', 'Next page'));
    await settle(20);
    expect(asked.at(-1)?.query.get('marker')).toBe('m1');
    expect(router.state.location.search).toMatchObject({ page: 2, after: ['m1'] });
    expect(pageText()).toContain('21–21 of 21');
    expect(find('button', 'Next page').getAttribute('aria-disabled')).toBe('true');
    await click(find('button', 'Previous page'));
    await settle(20);
    expect(pageText()).toContain('1–1 of 21');
    expect(router.state.location.search).toEqual({});
  });

  it('the list of servers does not lead on by rows of another order while those of the new order are on their way', async () => {
    const sorted = Promise.withResolvers<void>();
    const { asked, router } = await openPage(Page, async ({ query }) => {
      if (query.has('sort')) await sorted.promise;
      return { body: { data: [web], count: 21, marker: query.has('sort') ? 'by-name' : 'by-age' } };
    });
    await click(find('button', 'Name'));
    await settle(20);
    const next = () => find('button', 'Next page');
    expect(next().getAttribute('aria-disabled')).toBe('true');
    await click(next());
    expect(router.state.location.search).toEqual({ sort: 'name:asc' });
    sorted.resolve();
    await vi.waitFor(() => expect(next().getAttribute('aria-disabled')).not.toBe('true'), { timeout: 10_000 });
    await click(next());
    await vi.waitFor(() => expect(asked.at(-1)?.query.get('marker')).toBe('by-name'), { timeout: 10_000 });
  });

  it('the list of servers sorts on the server, by the keys that are declared', async () => {
    const { asked } = await openPage(Page, serve({ data: [web], count: 1 }));
    await click(find('button', 'Name'));
    await settle(20);
    expect(asked.at(-1)?.query.get('sort')).toBe('name:asc');
    await click(find('button', 'Name'));
    await settle(20);
    expect(asked.at(-1)?.query.get('sort')).toBe('name:desc');
    const [header] = [...document.querySelectorAll('th')].filter((one) => one.textContent === 'IP addresses');
    expect(header?.querySelector('button')).toBeNull();
  });

  it('the list of servers is walked by single keys: to its search, from row to row, and into a server', async () => {
    const { router } = await openPage(Page, serve({ data: [web, off], count: 2 }));
    const press = (key: string) =>
      acting(() =>
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      );
    await press('/');
    expect(document.activeElement).toBe(find('textbox', 'Name, IP address or ID'));
    // What is typed there is a search, not a way.
    await press('j');
    expect(document.activeElement).toBe(find('textbox', 'Name, IP address or ID'));
    (document.activeElement as HTMLElement).blur();
    await press('j');
    await press('j');
    expect((document.activeElement as HTMLElement).dataset['id']).toBe('server-2');
    await press('k');
    expect((document.activeElement as HTMLElement).dataset['id']).toBe('server-1');
    await press('Enter');
    await settle(20);
    expect(router.state.location.pathname).toBe('/compute/instances/server-1');
  });

  it('the list of servers searches in the order that was chosen while somebody typed', async () => {
    const { asked } = await openPage(Page, serve({ data: [web], count: 1 }));
    const box = find('textbox', 'Name, IP address or ID');
    await type(box, 'web');
    await click(find('button', 'Name'));
    await settle(400);
    expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toMatchObject({ search: 'contains:web', sort: 'name:asc' });
  });

  it('the list of servers reads filters from the URL and clears them all at once', async () => {
    const { asked } = await openPage(Page, ({ query }) => ({ body: { data: query.has('name') ? [] : [web], count: 1 } }), '/page?name=zzz');
    expect(asked[0]?.query.get('name')).toBe('contains:zzz');
    expect(pageText()).toContain('No matches');
    expect(document.querySelector('nav.gantry-pager')).toBeNull();
    await click(all('button', 'Clear all filters')[0]!);
    await settle(20);
    expect(pageText()).toContain('web-1');
  });

  it('the list of servers says that there is none, and offers to create a server', async () => {
    await openPage(Page, serve({ data: [], count: 0 }));
    expect(pageText()).toContain('No virtual machines');
    expect(all('button', 'Create virtual machine').length).toBeGreaterThan(0);
  });

  it.each([
    ['compute', 'Part of the cloud does not respond: compute. Try again later.'],
    ['volume', 'Part of the cloud does not respond: volumes. Try again later.'],
    ['telemetry', 'Part of the cloud does not respond: telemetry. Try again later.'],
  ])('the list of servers names the service %s where it is the one that does not respond', async (service, text) => {
    await openPage(Page, () => ({
      status: 503,
      body: { error: { err_code: 'engine_unavailable', message: 'x', data: { params: { service } } } },
    }));
    expect(pageText()).toContain(text);
  });

  it('the list of servers keeps its rows when the next answer fails, says so and tries again', async () => {
    let broken = false;
    const { asked } = await openPage(Page, () =>
      broken ? { status: 503, body: { error: { err_code: 'engine_unavailable', message: 'x' } } } : { body: { data: [web], count: 1 } },
    );
    broken = true;
    await click(find('button', 'Name'));
    await settle(50);
    expect(pageText()).toContain('The cloud does not respond. Try again later.');
    expect(pageText()).toContain('web-1');
    broken = false;
    await click(find('button', 'Try again'));
    await settle(50);
    expect(pageText()).not.toContain('Try again later');
    expect(asked.at(-1)?.query.get('sort')).toBe('name:asc');
  });

  it('the list of servers says that an answer is not JSON, in the words of the specification [err.non-json]', async () => {
    await openPage(Page, () => ({ text: '<' }));
    expect([...document.querySelectorAll('.pf-v6-c-alert__title')].map((title) => title.textContent)).toEqual([
      expect.stringContaining('Can not parse payload. Expected JSON'),
    ]);
  });

  it('the list of servers tells the age of its rows while a service of the cloud is silent, and which service', async () => {
    const as_of = new Date(Date.now() - 10 * 60_000).toISOString();
    await openPage(
      Page,
      serve({
        data: [web],
        count: 1,
        freshness: {
          reachable: false,
          as_of,
          down_since: as_of,
          services: [{ name: 'compute', problem: 'silent', down_since: as_of }],
          doubts: [],
        },
      }),
    );
    expect(pageText()).toContain('Part of the cloud does not respond: compute');
    expect(pageText()).not.toContain('The cloud does not respond');
    expect(pageText()).toContain('10 minutes ago');
  });

  it('the list of servers says that the cloud lacks a service, and not that the service does not answer', async () => {
    const since = new Date().toISOString();
    const services = [{ name: 'compute', problem: 'missing', down_since: since }];
    const freshness = { reachable: false, as_of: since, down_since: since, services, doubts: [] };
    await openPage(Page, serve({ data: [], count: 0, freshness }));
    expect(pageText()).toContain('The cloud does not provide this service: compute');
    expect(pageText()).not.toMatch(/does not answer|answers again|Out of order/);
  });

  it('the list of servers keeps the selection on another page, and asks for the selected rows in one call', async () => {
    const { asked } = await openPage(Page, ({ query }) => {
      if (query.get('id') === 'in:server-1') return { body: { data: [web] } };
      return query.has('marker') ? { body: { data: [off], count: 2 } } : { body: { data: [web], count: 2, marker: 'm1' } };
    });
    await click(find('checkbox', 'Select web-1'));
    await click(find('button', 'Next page'));
    await settle(20);
    await click(find('checkbox', 'Select off-2'));
    await settle(20);
    expect(pageText()).toContain('2 selected');
    expect(asked.filter(({ query }) => query.has('id'))).toHaveLength(1);
    await click(find('button', 'Shut down'));
    expect(find('dialog').textContent).toContain('Shut down 1 virtual machine?');
    expect(find('dialog').textContent).toContain('off-2: Not possible in the status Stopped.');
  });

  it('the list of servers moves no row when the first is selected, and focuses the table when the selection is cleared', async () => {
    await openPage(Page, serve({ data: [web, off], count: 2 }));
    await click(find('checkbox', 'Select web-1'));
    const grid = document.querySelector('table')!;
    const bar = find('button', 'Clear selection');
    expect(grid.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await click(bar);
    expect(pageText()).not.toContain('1 selected');
    expect(document.activeElement).toBe(find('checkbox', 'Select all rows'));
  });

  it('the list of servers forgets a selected row that no longer exists', async () => {
    let gone = false;
    await openPage(Page, ({ query }) => {
      if (query.has('id')) return { body: { data: gone ? [] : [web] } };
      return query.has('marker') ? { body: { data: [off], count: 2 } } : { body: { data: [web], count: 2, marker: 'm1' } };
    });
    await click(find('checkbox', 'Select web-1'));
    gone = true;
    await click(find('button', 'Next page'));
    await settle(50);
    expect(pageText()).not.toContain('selected');
  });

  it('several servers are shut down with the chosen limit for their guests, or shelved, as one request', async () => {
    const other = aServer({ id: 'server-3', name: 'web-3' });
    const { asked } = await openPage(Page, ({ method }) =>
      method === 'POST' ? { status: 202, body: { task_id: 't', id: null } } : { body: { data: [web, other], count: 2 } },
    );
    await acting(() =>
      abilityStore.set(({ capabilities }) => ({ capabilities: new Set([...capabilities, optionOf('server.stop', 'timeout')]) })),
    );
    const confirmed = async (label: string) => {
      await click(all('button', label).at(-1)!);
      await settle(20);
      return asked.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
    };
    const question = async () => {
      await click(find('checkbox', 'Select all rows'));
      await click(find('button', 'Shut down'));
    };
    await question();
    await type(find('textbox', 'Cut the power after'), '0');
    expect(find('dialog').textContent).toContain('from 1 second to 1 day');
    expect(await confirmed('Shut down')).toEqual([]);
    await type(find('textbox', 'Cut the power after'), '300');
    const stop = { path: `${SERVERS}/bulk/stop`, body: { ids: ['server-1', 'server-3'], timeout: 300 } };
    expect(await confirmed('Shut down')).toEqual([stop]);
    await question();
    await click(find('checkbox', 'Shelve instead'));
    expect(all('textbox', 'Cut the power after')).toEqual([]);
    const shelve = { path: `${SERVERS}/bulk/shelve`, body: { ids: ['server-1', 'server-3'] } };
    expect(await confirmed('Shelve')).toEqual([stop, shelve]);
  });

  it('several servers are deleted as one request, after the phrase was typed where data is lost', async () => {
    const disk = { id: 'v1', name: 'boot', size: 10, delete_on_termination: true };
    const { asked } = await openPage(Page, ({ method }) =>
      method === 'DELETE'
        ? { status: 202, body: { task_id: 't', id: null } }
        : { body: { data: [{ ...web, volumes: [disk] }, off], count: 2 } },
    );
    await click(find('checkbox', 'Select all rows'));
    await click(find('button', 'Delete'));
    await type(find('textbox', 'To confirm'), 'delete 2');
    const buttons = all('button', 'Delete');
    await click(buttons.at(-1)!);
    await settle(20);
    expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([
      expect.objectContaining({ path: SERVERS, body: { ids: ['server-1', 'server-2'] } }),
    ]);
    expect(pageText()).not.toContain('2 selected');
  });
});

describe('an action of a row', () => {
  const openMenu = async () => {
    await click(find('button', 'Actions for web-1'));
    await settle();
  };

  it('the shutdown of a server from its row asks, sends one request and closes; the row is read again', async () => {
    let stopping = false;
    const { asked } = await openPage(Page, ({ method }) => {
      if (method === 'POST') stopping = true;
      if (method === 'POST') return { status: 202, body: { task_id: 't', id: 'server-1' } };
      return { body: { data: [stopping ? aServer({ task_state: 'powering-off', revision: 2 }) : web], count: 1 } };
    });
    await openMenu();
    await click(find('menuitem', 'Shut down'));
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0);
    await click(all('button', 'Shut down').at(-1)!);
    await settle(20);
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([expect.objectContaining({ path: `${SERVERS}/server-1/stop` })]);
    expect(all('dialog')).toHaveLength(0);
    expect(pageText()).toContain('Running: shutting down');
  });

  it('the shutdown of a server from its row shows why the server refused, in words, and can be tried again', async () => {
    const reason = { code: 'server_status', params: { status: 'SHUTOFF', needed: 'ACTIVE, ERROR' } };
    const refusal = { error: { err_code: 'state_conflict', message: 'x', data: { reason } } };
    await openPage(Page, ({ method }) => (method === 'POST' ? { status: 409, body: refusal } : { body: { data: [web], count: 1 } }));
    await openMenu();
    await click(find('menuitem', 'Shut down'));
    await click(all('button', 'Shut down').at(-1)!);
    await settle(20);
    expect(find('dialog').textContent).toContain('Not possible in the status Stopped. Required: Running or Errored.');
    expect(all('button', 'Try again')).toHaveLength(1);
  });

  it('the menu of a row of servers stays open while the row changes', async () => {
    let row = web;
    const { queryClient } = await openPage(Page, () => ({ body: { data: [row], count: 1 } }));
    await openMenu();
    expect(find('menuitem', 'Reboot').getAttribute('aria-disabled')).toBeNull();
    row = aServer({ task_state: 'powering-off', revision: 2 });
    await settle(650);
    void queryClient.invalidateQueries();
    await settle(20);
    const item = find('menuitem', 'Reboot');
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('Another operation is in progress: shutting down.');
  });
});
