/** An engine that signs in beside another one that creates: each thing is made by its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { ReplayPrometheus } from '../../../fakes/prometheus/replay.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-two-engines-'));
const prometheus = new ReplayPrometheus();
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  await prometheus.start();
  const measuring = { id: 'metrics', type: 'prometheus', measures: 'iron', url: prometheus.url };
  const engines = [...['iron', 'people'].map((id) => ({ id, type: 'embedded' })), measuring];
  const config = { engines, identity: 'people', compute: 'iron' };
  writeFileSync(join(folder, 'gantry.yaml'), JSON.stringify(config));
  app = await startTestApp({ database: 'sqlite', env: { GANTRY_CONFIG: join(folder, 'gantry.yaml') } });
  admin = await app.as('admin', 'own');
});
afterAll(async () => {
  await app?.close();
  await prometheus.stop();
  rmSync(folder, { recursive: true });
});

it('a new domain is made in the identity engine, and a new flavor in the compute engine', async () => {
  const domain = await admin.call(nouns.domains.calls.create, { body: { name: 'two' } });
  const flavor = await admin.call(nouns.flavors.calls.create, { body: { name: 'two', vcpus: 1, ram: 512, disk: 0, is_public: true } });
  for (const { task_id } of [domain, flavor]) expect(await app.ended(admin, task_id)).toMatchObject({ state: 'success', error: null });
  const made = async (kind: string, id: string | null) => {
    const found = await Promise.all(
      ['iron', 'people'].map(async (engine) => ((await app.store.read.getMany(engine, kind, [id!])).size > 0 ? engine : [])),
    );
    return found.flat();
  };
  expect([await made('domain', domain.id), await made('flavor', flavor.id)]).toEqual([['people'], ['iron']]);
});

it('the capacity of a cluster of two engines has no figures of a Prometheus that measures one of them', async () => {
  prometheus.past = { vcpus: 3 };
  const { data } = await admin.call(nouns.computeCluster.calls.capacity);
  expect(data.map(({ of, since }) => [of, since])).toEqual([
    ['vcpus', null],
    ['ram', null],
  ]);
  expect(prometheus.count(/query_range/)).toBe(0);
});
