import type { StorageCluster } from '@gantry/contract/nouns/storage-clusters/entity';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { useStorageCluster } from '../../../src/parts/storage-clusters/use-storage-cluster.ts';
import { Dashboard } from '../../../src/features/monitoring/dashboard.tsx';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { pageText } from '../../support/render.tsx';

vi.mock('uplot', () => import('../../support/uplot.ts'));

const OVERVIEW = '/api/v2/overview';
const space = { total: 100, used: 10, free: 90 };
const services = { total: 4, failed: 0 };
const cluster: StorageCluster = {
  id: 'cluster-1',
  name: 'storage',
  status: 'healthy',
  tiers: [],
  active_cses: 4,
  active_nodes: 4,
  active_racks: 1,
  active_rows: 1,
  active_rooms: 1,
  license: { capacity: null },
  chunks: { healthy: 9, degraded: 0, urgent: 0, blocked: 0, offline: 0, replicating: 0 },
  repl: { norm: 2, limit: 1 },
  logic_space: space,
  space_per_service: [],
  mds: services,
  cs: services,
  revision: 1,
};

/** The overview of a cloud whose storage is in such a state. */
const openWith = (status: string, more: object = {}) =>
  openPage(Dashboard, ({ path }: Asked) =>
    path === OVERVIEW ? { body: { data: [{ ...cluster, ...more, status }], count: 1 } } : { status: 404, body: {} },
  );
/** What the card of the storage says of its health. */
const health = (): string | undefined =>
  [...document.querySelectorAll('dt')].filter(({ textContent }) => textContent === 'Health').at(-1)?.nextElementSibling?.textContent ??
  undefined;

/** What the metrics answer: each line has the value 2048, but for what was wrong. */
const measured = (query: URLSearchParams) => {
  const end = Number(query.get('end'));
  const isTrouble = query.get('query') === 'gantry_cluster_unhealthy';
  const values = [2, 1, 0].map((step) => [end - step * 300, isTrouble ? String(Number(step === 1)) : '2048']);
  return { body: { status: 'success', data: { resultType: 'matrix', result: [{ metric: {}, values }] } } };
};

it('reads and writes of all servers are shown over twelve hours, with when the storage was not healthy, and a way to Grafana', async () => {
  const url = 'https://grafana.example.org/';
  const { asked } = await openPage(Dashboard, ({ path, query }: Asked) => {
    if (path === '/grafana/login') return { body: { url } };
    return path.startsWith('/prometheus') ? measured(query) : { status: 404, body: {} };
  });
  const card = () => document.querySelector('[aria-label="Storage activity"]');
  await vi.waitFor(() => expect(card()?.querySelectorAll('figure')).toHaveLength(2), { timeout: 10_000 });
  expect(card()?.textContent).toContain('Read 2 KiB/s');
  expect(card()?.textContent).toContain('Write 2,048/s');
  expect(card()?.querySelectorAll('[data-shaded]')).toHaveLength(2);
  expect(card()?.querySelector('a')?.getAttribute('href')).toBe(url);
  const queries = asked.filter(({ path }) => path.startsWith('/prometheus'));
  expect(queries.map(({ query }) => query.get('query')).toSorted()).toEqual([
    'gantry_cluster_read_bytes_per_second',
    'gantry_cluster_read_operations_per_second',
    'gantry_cluster_unhealthy',
    'gantry_cluster_write_bytes_per_second',
    'gantry_cluster_write_operations_per_second',
  ]);
  const [{ query }] = queries as [Asked];
  expect(Number(query.get('end')) - Number(query.get('start'))).toBe(12 * 3600 - 300);
});

it('the overview asks for neither metrics nor dashboards where the cloud has neither', async () => {
  const Gated = () => {
    useState(() => applyMeta({ data: { compute_cluster: ['GET'], compute_metrics: ['GET'], grafana: ['GET'] }, capabilities: [], seq: 8 }));
    return <Dashboard />;
  };
  const { asked } = await openPage(Gated, () => ({ status: 404, body: {} }));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), { timeout: 10_000 });
  expect(pageText()).not.toContain('Storage activity');
  expect(asked.filter(({ path }) => path.startsWith('/prometheus') || path.startsWith('/grafana'))).toEqual([]);
});

it('the storage tells its health in a word for each, and what nobody knows as an error [cluster.health]', async () => {
  const words: (string | undefined)[] = [];
  for (const status of ['healthy', 'degraded', 'unavailable', 'warning', 'error', 'unknown', 'xyz']) {
    await openWith(status);
    await vi.waitFor(() => expect(pageText()).toContain('Metadata services'), { timeout: 10_000 });
    words.push(health());
  }
  expect(words).toEqual(['Healthy', 'Degraded', 'Unavailable', 'Warning', 'Error', 'Unknown', 'Error']);
});

it('the storage tells of the chunks that are not as they should be, by what is wrong with them', async () => {
  const chunks = { healthy: 9, degraded: 0, urgent: 4, blocked: 0, offline: 0, replicating: 1200 };
  await openPage(Dashboard, ({ path }: Asked) =>
    path === OVERVIEW ? { body: { data: [{ ...cluster, chunks }], count: 1 } } : { status: 404, body: {} },
  );
  await vi.waitFor(() => expect(pageText()).toContain('Metadata services'), { timeout: 10_000 });
  const said = [...document.querySelectorAll('dt')].map((label) => [label.textContent, label.nextElementSibling?.textContent]);
  expect(said.filter(([label]) => label?.toLowerCase().includes('chunks'))).toEqual([
    ['Chunks with a single copy left', '4'],
    ['Replicating chunks', '1,200'],
  ]);
});

it('who may not look at the storage clusters sees nothing of them, and nothing is asked [permissions.gate-calls]', async () => {
  const Gated = () => {
    useState(() => applyMeta({ data: { compute_cluster: ['GET'] }, capabilities: [], seq: 8 }));
    return <Dashboard />;
  };
  const { asked } = await openPage(Gated, () => ({ status: 404, body: {} }));
  expect(pageText()).not.toContain('Storage');
  expect(asked.map(({ path }) => path)).not.toContain(OVERVIEW);
  expect(asked.length).toBeGreaterThan(0);
});

it('without a storage cluster asking for it is refused with its sentence, and the overview is without its card [err.no-cluster]', async () => {
  const seen: unknown[] = [];
  function Probe() {
    const { error } = useStorageCluster(60_000);
    seen.push(error);
    return <p>{error?.message}</p>;
  }
  await openPage(
    () => (
      <>
        <Probe />
        <Dashboard />
      </>
    ),
    ({ path, query }: Asked) =>
      path === OVERVIEW ? { body: { data: [], count: 0 } } : path.startsWith('/prometheus') ? measured(query) : { status: 404, body: {} },
  );
  await vi.waitFor(() => expect(pageText()).toContain('Error while getting a storage cluster'), { timeout: 10_000 });
  expect(seen.at(-1)).toMatchObject({ message: 'Error while getting a storage cluster', code: 'no_cluster' });
  expect(pageText()).not.toContain('Metadata services');
  expect(document.querySelectorAll('[role=alert]').length).toBe(0);
});

it('the overview names each engine with its services, the silent first, and the largest projects with links to their lists', async () => {
  const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
  const engines = [
    {
      id: 'cloud',
      type: 'openstack',
      mirrors: true,
      reachable: false,
      as_of: ago(3 * 3600),
      down_since: ago(600),
      services: [
        { name: 'compute', problem: null, down_since: null, answered_at: ago(5) },
        { name: 'volume', problem: 'silent', down_since: ago(600), answered_at: ago(600) },
      ],
      doubts: [],
    },
  ];
  const projects = [{ project_id: 'p1', project_name: 'shop', domain_name: 'acme', count: 3, amount: 4096 }];
  await openPage(Dashboard, ({ path, query }: Asked) => {
    if (path === '/api/v2/engines') return { body: { data: engines } };
    if (path === '/api/v2/compute/cluster/consumers') return { body: { data: query.get('by') === 'ram' ? projects : [] } };
    return { status: 404, body: {} };
  });
  await vi.waitFor(() => expect(document.querySelector('[aria-label="cloud"] tbody')).not.toBeNull(), { timeout: 10_000 });
  const rows = [...document.querySelectorAll('[aria-label="cloud"] tbody tr')].map((row) => row.textContent);
  expect(rows).toEqual(['volumeDoes not respond10 min. ago', 'computeRespondsnow']);
  expect(document.querySelector('[aria-label="cloud"]')?.textContent).toContain('Last synchronized: 3 hr. ago');
  const attention = document.querySelector('[aria-label="Needs attention"]')?.textContent;
  expect(attention).toContain('cloud does not respond');
  expect(attention).toContain('Service not available: cloud: volume');
  await vi.waitFor(() => expect(pageText()).toContain('4 GiB'), { timeout: 10_000 });
  const largest = document.querySelector('[aria-label="Projects by RAM"]');
  expect(largest?.textContent).toContain('shop acme');
  const link = [...(largest?.querySelectorAll('a') ?? [])].find(({ textContent }) => textContent === 'Virtual machines: 3');
  expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toBe('/compute/instances?project_id=in:p1');
});

it.each([
  ['four of four', { total: 4, failed: 0 }, 'ok'],
  ['three of four', { total: 4, failed: 1 }, 'neutral'],
  ['two of three', { total: 3, failed: 1 }, 'warning'],
])('fewer than three metadata services that work are a warning: %s', async (_, mds, tone) => {
  await openWith('healthy', { mds });
  const label = () => [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Metadata services');
  const shown = () => label()?.nextElementSibling?.querySelector('[data-tone]')?.getAttribute('data-tone');
  await vi.waitFor(() => expect(shown()).toBe(tone), { timeout: 10_000 });
});
