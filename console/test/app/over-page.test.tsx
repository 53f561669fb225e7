import type { Router } from '@gantry/contract/nouns/routers/entity';
import { expect, it, vi } from 'vitest';
import { PathTabs } from '../../src/app/resource/path-tabs.tsx';
import { Routes } from '../../src/features/routers/routes.tsx';
import { Page as AddRoute } from '../../src/features/routers/route-page.tsx';
import { addTo, tabOf } from '../../src/features/routers/section.ts';
import { openPage } from '../support/console-page.tsx';
import { click, find, renderPage, settle } from '../support/render.tsx';

const router: Router = {
  id: 'router-1',
  name: 'edge',
  status: 'ACTIVE',
  external_gateway_info: null,
  external_interface: null,
  interfaces_info: [],
  routes: [{ destination: '10.99.0.0/16', nexthop: '10.0.0.9' }],
  created_at: '2026-11-20T10:00:00Z',
  updated_at: null,
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};
const ORDERED = 'routes.sort=nexthop:desc&routes.search=inner';
const KEPT = { 'routes.sort': 'nexthop:desc', 'routes.search': 'inner' };

it('a dialog at an address of its own leaves the tables of the page under it in their order', async () => {
  const opened = await openPage(
    () => <Routes router={router} />,
    () => ({ body: router }),
    `/page?search=edge&${ORDERED}`,
  );
  await click(find('button', 'Add route'));
  await settle(10);
  const { location } = opened.router.state;
  expect([location.pathname, location.search]).toEqual([`/compute/routers/${router.id}/routes/add`, KEPT]);
});

it('a dialog at an address of its own gives the order back to the page that it is closed for', async () => {
  const { router: at } = await openPage(
    AddRoute,
    () => ({ body: router }),
    `/compute/routers/${router.id}/routes/add?${ORDERED}`,
    addTo('routes').replace('$tab', 'routes'),
  );
  await vi.waitFor(() => find('dialog'));
  await click(find('button', 'Cancel'));
  await settle(10);
  expect([at.state.location.pathname, at.state.location.search]).toEqual([tabOf('routes').replace('$routerId', router.id), KEPT]);
});

it('a tab with an address of its own leaves the tables of the others in their order', async () => {
  const tabs = ['one', 'two'].map((key) => ({ key, title: `Tab ${key}`, address: `/${key}`, content: () => key }));
  const at = await renderPage(() => <PathTabs label="Parts" tabs={tabs} active="one" />, `/page?${ORDERED}`);
  await click(find('button', 'Tab two'));
  await settle(10);
  expect([at.state.location.pathname, at.state.location.search]).toEqual(['/two', KEPT]);
});
