/** Figures of capacity of past hours, without a cloud beside the engine. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReplayPrometheus } from '../../../../fakes/prometheus/replay.ts';
import { prometheus } from '../../../src/engines/prometheus/index.ts';
import type { EngineContext } from '../../../src/port/engine.ts';
import { settingsOf } from './support/settings-of.ts';

const replay = new ReplayPrometheus();
beforeAll(() => replay.start());
afterAll(() => replay.stop());
beforeEach(() => {
  replay.asked.length = 0;
});

const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 10, 1);
const PROJECT = 'a7f0"1';

/** What the engine reads of three hours. */
async function read(projectId: string | null, settings: Readonly<Record<string, unknown>> = {}) {
  const context = { id: 'metrics', log: pino({ level: 'silent' }) } as EngineContext;
  const engine = await prometheus.create(context, settingsOf('direct', replay.url, settings));
  const query = { projectId, from: FROM, to: FROM + 2 * HOUR, step: HOUR };
  try {
    const figures = await engine.pastFigures!(query, { patience: 15_000, signal: AbortSignal.timeout(60_000) });
    return Object.fromEntries([...figures].map(([name, values]) => [name, Object.fromEntries(values)]));
  } finally {
    await engine.stop();
  }
}

/** What was asked, one expression of a figure each. */
const asked = () =>
  replay.asked.flatMap(({ form }) =>
    [...form.get('query')!.matchAll(/label_replace\((.*?), "gantry_figure", "(\w+)", "", ""\)/g)].map(([, expression, name]) => [
      name,
      expression,
    ]),
  );

it('past figures of compute nodes are those of the placement service, of Nova where there is none, in one query with a value each hour', async () => {
  replay.past = { vcpus: 12, ram: 4096 };
  const hours = (value: number) => ({ [FROM]: value, [FROM + HOUR]: value, [FROM + 2 * HOUR]: value });
  expect(await read(null)).toEqual({ vcpus: hours(12), ram: hours(4096) });
  expect(replay.asked.map(({ path, form }) => [path, form.get('start'), form.get('end'), form.get('step')])).toEqual([
    ['/api/v1/query_range', String(FROM / 1000), String(FROM / 1000 + 7200), '3600'],
  ]);
  expect(asked()).toEqual([
    [
      'vcpus',
      'sum(sum(max by (hostname) (openstack_placement_resource_usage{resourcetype="VCPU"})) or sum(max by (hostname) (openstack_nova_vcpus_used{})))',
    ],
    [
      'ram',
      'sum(sum(max by (hostname) (openstack_placement_resource_usage{resourcetype="MEMORY_MB"})) * 1048576 or sum(max by (hostname) (openstack_nova_memory_used_bytes{})))',
    ],
  ]);
});

it('past figures of a project are what its quota counts, asked for by its quoted id and the labels of the settings', async () => {
  await read(PROJECT, { labels: { cloud: 'north' } });
  const own = String.raw`cloud="north",tenant_id="a7f0\"1"`;
  const counted = (limit: string, quota: string) =>
    `sum(max(openstack_nova_limits_${limit}_used{${own}}) or max(openstack_nova_quota_${quota}{${own},type="in_use"}))`;
  expect(asked()).toEqual([
    ['instances', counted('instances', 'instances')],
    ['cores', counted('vcpus', 'cores')],
    ['ram', counted('memory', 'ram')],
    ['volumes', `sum(count(max by (id) (openstack_cinder_volume_gb{${own}})) or 0 * max(openstack_cinder_limits_volume_used_gb{${own}}))`],
    ['gigabytes', `sum(max(openstack_cinder_limits_volume_used_gb{${own}}))`],
  ]);
});

it('past figures are read by the expressions of the settings, and not at all where they are not known', async () => {
  const unknown = { instances: null, ram: null, volumes: null };
  await read(PROJECT, { capacity: { project: { ...unknown, cores: 'openstack_own_cores{id="$project"}', gigabytes: null } } });
  expect(asked()).toEqual([['cores', String.raw`sum(openstack_own_cores{id="a7f0\"1"})`]]);
  replay.asked.length = 0;
  expect(await read(null, { capacity: { compute: { vcpus: null, ram: null } } })).toEqual({});
  expect(replay.asked).toEqual([]);
});

it('past figures that are no numbers are null, and an answer that is none is an outage', async () => {
  const result = [{ metric: { gantry_figure: 'vcpus' }, values: [[FROM / 1000, 'NaN']] }];
  replay.trouble = () => ({ status: 200, text: JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }) });
  expect(await read(null)).toEqual({ vcpus: { [FROM]: null } });
  replay.trouble = () => ({ status: 422, text: '' });
  await expect(read(null)).rejects.toMatchObject({ code: 'engine_unavailable' });
  replay.trouble = () => undefined;
});
