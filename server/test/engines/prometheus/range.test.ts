import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine, EngineContext } from '../../../src/port/engine.ts';
import { prometheus } from '../../../src/engines/prometheus/index.ts';
import { settingsOf } from './support/settings-of.ts';

const context = { id: 'metrics', log: pino({ level: 'silent' }) } as EngineContext;
const actor = {} as never;

let asked: { path: string; form: Record<string, string> }[] = [];
let server: Server;
let engine: Engine;
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', form: Object.fromEntries(new URLSearchParams(text)) });
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric: { a: 'b' }, values: [[60, '1']] }] } }),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  engine = await prometheus.create(context, settingsOf('through', url));
});
afterAll(() => new Promise((closed) => server.close(closed)));

it('asks a Prometheus over a time with the matcher of the projects at each selector, and refuses what is not allowed', async () => {
  asked = [];
  const span = { start: 0, end: 120, step: 60 };
  const signal = AbortSignal.timeout(60_000);
  const answer = await engine.metricsRange!({ actor, signal }, { query: 'rate(a[5m]) or b', projects: ['p-1'], ...span });
  expect(answer.data.result).toEqual([{ metric: { a: 'b' }, values: [[60, '1']] }]);
  expect(asked).toMatchObject([
    {
      path: '/api/v1/query_range',
      form: { query: 'rate(a{project_id="p-1"}[5m]) or b{project_id="p-1"}', start: '0', end: '120', step: '60' },
    },
  ]);
  await expect(engine.metricsRange!({ actor, signal }, { query: 'absent(a)', projects: ['p-1'], ...span })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(asked).toHaveLength(1);
});

it('a query of a cluster figure becomes an aggregate over the whole cloud only for who sees everything', async () => {
  asked = [];
  const span = { start: 0, end: 120, step: 60 };
  const context = { actor, signal: AbortSignal.timeout(60_000) };
  const query = 'gantry_cluster_read_bytes_per_second';
  await engine.metricsRange!(context, { query, projects: null, ...span });
  await engine.metricsRange!(context, { query: 'gantry_cluster_unhealthy', projects: null, ...span });
  await engine.metricsRange!(context, { query, projects: ['p-1'], ...span });
  await engine.metricsRange!(context, { query: `${query}{a="b"}`, projects: null, ...span });
  expect(asked.map(({ form }) => form['query'])).toEqual([
    '(sum(rate(libvirt_domain_block_stats_read_bytes_total{}[300s])))',
    '(max(max_over_time(ceph_health_status{}[300s]) > bool 0))',
    'gantry_cluster_read_bytes_per_second{project_id="p-1"}',
    'gantry_cluster_read_bytes_per_second{a="b"}',
  ]);
});
