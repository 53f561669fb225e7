import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ConfigError, readConfig } from '../../../src/app/config.ts';
import { Client } from '../../../src/engines/prometheus/client.ts';
import { startTestApp } from '../../support/app.ts';
import { settingsOf } from './support/settings-of.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-prometheus-'));
afterAll(() => rmSync(folder, { recursive: true }));

const METRICS = { id: 'metrics', type: 'prometheus', measures: 'embedded', url: 'http://127.0.0.1:9' };

/** GANTRY_CONFIG with the embedded platform and a Prometheus. */
function file(name: string, more: Readonly<Record<string, unknown>>, top: Readonly<Record<string, unknown>> = {}): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    stringify({
      engines: [
        { ...METRICS, ...more },
        { id: 'embedded', type: 'embedded' },
      ],
      ...top,
    }),
  );
  return path;
}

/** What is wrong with it, found when it is read or when the parts are put together. */
async function mistakesOf(path: string): Promise<string> {
  const refused = await startTestApp({ database: 'sqlite', env: { GANTRY_CONFIG: path } }).then(
    (app) => app.close().then(() => undefined),
    (error: unknown) => error,
  );
  if (!(refused instanceof ConfigError)) throw new Error('nothing was refused', { cause: refused });
  return refused.mistakes.join('\n');
}

describe('the settings of a Prometheus', () => {
  it('the settings of a Prometheus need no more than its address and the engine it measures', () => {
    const { engines } = readConfig({ GANTRY_CONFIG: file('good.yaml', { metrics: { vcpus: null, cpu_seconds: 'cpu' } }) });
    expect(engines[0]?.settings).toMatchObject({
      server_label: 'uuid',
      labels: {},
      metrics: { vcpus: [], cpu_seconds: ['cpu'], network_in_bytes: ['libvirt_domain_interface_stats_receive_bytes_total'] },
      limits: { request: 8, fresh: 10 },
    });
  });

  it('Prometheus settings are refused with every mistake in them', async () => {
    const wrong = {
      url: 'file:///etc/passwd',
      username: 'gantry',
      token: 'secret',
      ca_file: join(folder, 'absent.pem'),
      server_label: 'no-label',
      labels: { 'not a label': 'x' },
      metrics: { vcpus: 'up{} or vector(1)', unknown: 'x' },
      through: { metric: 'x', on: [] },
      capacity: { compute: { vcpus: 'sum(up' }, project: { cores: 'sum(up)' } },
      limits: { request: 0 },
    };
    const mistakes = await mistakesOf(file('wrong.yaml', wrong));
    for (const place of [
      'url',
      'ca_file',
      'server_label',
      'labels',
      'metrics',
      'through.on',
      'capacity.compute.vcpus',
      'capacity.project.cores',
      'limits.request',
    ])
      expect(mistakes).toContain(`engine metrics: ${place}`);
    expect(await mistakesOf(file('twice.yaml', { username: 'gantry', password: 'x', token: 'secret' }))).toContain(
      'engine metrics: token ',
    );
    expect(await mistakesOf(file('half.yaml', { username: 'gantry' }))).toContain('engine metrics: username ');
  });

  it('the settings of a Prometheus name an engine that exists, and it cannot be the engine to create with', async () => {
    expect(await mistakesOf(file('lost.yaml', { measures: 'lab' }))).toBe('engine metrics: measures: no engine has the id lab');
    expect(await mistakesOf(file('itself.yaml', { measures: 'metrics' }))).toMatch(/measures: no engine has the id metrics/);
    expect(await mistakesOf(file('creates.yaml', {}, { compute: 'metrics' }))).toBe('there is no engine to create with');
  });
});

describe('a Prometheus behind TLS', () => {
  it('a Prometheus behind TLS is asked only where its certificate comes from those that are given', async () => {
    const path = fileURLToPath(new URL('fixtures/tls.pem', import.meta.url));
    const pem = readFileSync(path);
    const server = createServer({ cert: pem, key: pem }, (_, response) => response.end(ALIVE));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const probe = (more: Readonly<Record<string, unknown>>) =>
        new Client(settingsOf('direct', url, more), 'uuid').probe(15_000, AbortSignal.timeout(15_000));
      await expect(probe({ ca_file: path })).resolves.toBeUndefined();
      await expect(probe({})).rejects.toMatchObject({ code: 'engine_unavailable', detail: expect.stringMatching(/SELF_SIGNED/) });
    } finally {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  });
});

const ALIVE = JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [] } });
