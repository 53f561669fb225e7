import { afterEach, expect, it, vi } from 'vitest';
import { FeaturesContext } from '../../src/app/router/features-context.ts';
import { tasks } from '../../src/features/tasks/index.ts';
import { Page } from '../../src/features/servers/list/page.tsx';
import { aServer, aTask, openPage, type Asked } from '../support/console-page.tsx';
import { acting, click, find, settle } from '../support/render.tsx';

const servers = ['1', '2', '3'].map((number) => aServer({ id: `server-${number}`, name: `web-${number}`, key_name: `key of ${number}` }));

/** The list as the server gives it; a list of ids holds those. */
function answer({ path, query }: Asked) {
  if (path.endsWith('/tasks')) return { body: { data: [aTask({ items: [] })], count: 1 } };
  const wanted = query.get('id')?.replace('in:', '').split(',');
  const data = wanted ? servers.filter(({ id }) => wanted.includes(id)) : servers.slice(0, 2);
  return { body: { data, count: data.length } };
}

const open = (address = '/page') =>
  openPage(
    () => (
      <FeaturesContext value={[tasks]}>
        <Page />
      </FeaturesContext>
    ),
    answer,
    address,
  );

/** The chunks of what is shown are loaded first. */
const SOON = { timeout: 10_000 };
const shows = (name: string) => vi.waitFor(() => expect(pane()?.getAttribute('aria-label')).toBe(name), SOON);

const pane = () => document.querySelector('aside');
const row = (name: string) => find('link', name).closest('tr')!;
const press = (key: string) =>
  acting(() =>
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );

afterEach(() => {
  window.innerWidth = 1024;
});

it('a click on a row shows beside the list what it is, what can be done, and what was done last', async () => {
  const { asked, router } = await open();
  await click(row('web-2').querySelectorAll('td')[2]!);
  await shows('web-2');
  for (const text of ['web-2', 'key of 2', '10.0.0.2', 'Last task', 'Shut down virtual machine', 'Running'])
    await vi.waitFor(() => expect(pane()?.textContent).toContain(text), SOON);
  const all = new URL(pane()!.querySelector<HTMLAnchorElement>('.gantry-last-task a[href*="item="]')!.href);
  expect([all.pathname, all.searchParams.get('item')]).toEqual(['/tasks', 'in:server-2']);
  expect(pane()?.querySelector('button[aria-label="Actions for web-2"]')).not.toBeNull();
  expect(row('web-2').dataset).toHaveProperty('peeked');
  expect(router.latestLocation.search).toEqual({ peek: 'server-2' });
  expect(asked.find(({ path }) => path.endsWith('/tasks'))?.query.get('item')).toBe('server-2');
  // The list itself is not read again.
  expect(asked.filter(({ path, query }) => path.endsWith('/servers') && query.has('with_count'))).toHaveLength(1);
  await click(row('web-2').querySelectorAll('td')[2]!);
  expect(pane()).toBeNull();
});

it('links, boxes and menus of a row do what they do, without opening the pane beside the list', async () => {
  const { router } = await open();
  await click(find('checkbox', 'Select web-1'));
  await click(find('button', 'Actions for web-1'));
  await click(find('checkbox', 'Select web-2').closest('td')!);
  expect(pane()).toBeNull();
  expect(router.latestLocation.search).toEqual({});
});

it('the pane beside a list is shown again by its address, also where its row is on another page of the list', async () => {
  const { asked } = await open('/page?peek=server-3');
  await shows('web-3');
  expect(pane()?.textContent).toContain('key of 3');
  expect(asked.some(({ query }) => query.get('id') === 'in:server-3')).toBe(true);
});

it('the pane beside a list follows J and K, opens by Space, and closes by Escape, which leads back to the row', async () => {
  const { router } = await open();
  await press('j');
  await press(' ');
  await shows('web-1');
  await press('j');
  await shows('web-2');
  expect(document.activeElement).toBe(row('web-2'));
  await press('k');
  await shows('web-1');
  pane()!.querySelector<HTMLElement>('button[aria-label="Close"]')!.focus();
  await press('Escape');
  await settle(20);
  expect(pane()).toBeNull();
  expect(document.activeElement).toBe(row('web-1'));
  expect(router.latestLocation.search).toEqual({});
});

it('on a phone a row opens its page, and an address that was handed over still shows its row', async () => {
  window.innerWidth = 390;
  const { router } = await open();
  await click(row('web-1').querySelectorAll('td')[2]!);
  expect(router.latestLocation.pathname).toBe('/compute/instances/server-1');
  await open('/page?peek=server-2');
  await shows('web-2');
});
