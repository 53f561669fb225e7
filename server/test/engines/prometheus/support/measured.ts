/** The whole server on a replayed cloud, measured by a replayed Prometheus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { stringify } from 'yaml';
import { signIn, startTestApp, type TestApp } from '../../../support/app.ts';
import type { Client } from '../../../support/client.ts';
import { AsRecorded } from '../../../../../fakes/openstack/as-recorded.ts';
import { PASSWORD } from '../../../../../fakes/openstack/options.ts';
import { WAYS } from '../../../../../fakes/prometheus/recording.ts';
import { ReplayPrometheus } from '../../../../../fakes/prometheus/replay.ts';

/** Nothing is swept again within a test. */
const SELDOM = { servers: 3600, volumes: 3600, networks: 3600, images: 3600, flavors: 3600, nodes: 3600, identity: 3600 };

export class Measured {
  readonly cloud: AsRecorded;
  readonly prometheus: ReplayPrometheus;
  readonly app: TestApp;
  readonly #folder: string;

  private constructor(cloud: AsRecorded, prometheus: ReplayPrometheus, app: TestApp, folder: string) {
    this.cloud = cloud;
    this.prometheus = prometheus;
    this.app = app;
    this.#folder = folder;
  }

  /** @param measured null: nothing measures the cloud; else settings over those of the recording */
  static async start(measured: Readonly<Record<string, unknown>> | null = {}): Promise<Measured> {
    const [cloud, prometheus] = [new AsRecorded(), new ReplayPrometheus()];
    await Promise.all([cloud.start(), prometheus.start()]);
    cloud.on('GET', /servers\/detail\?/, (_, usual) => ({ answer: { servers: moved(cloud, usual().answer) } }));
    // Nothing has changed since the recording.
    cloud.on('GET', /changes-since/, () => ({ answer: { servers: [] } }));
    const folder = mkdtempSync(join(tmpdir(), 'gantry-measured-'));
    const auth = { auth_url: cloud.authUrl, username: 'admin', password: PASSWORD, project_name: 'admin', user_domain_name: 'Default' };
    const clouds = { cloud: { auth: { ...auth, project_domain_name: 'Default' }, region_name: 'RegionOne' } };
    writeFileSync(join(folder, 'clouds.yaml'), stringify({ clouds }));
    const engines: Record<string, unknown>[] = [
      { id: 'cloud', type: 'openstack', clouds_file: join(folder, 'clouds.yaml'), cloud: 'cloud', poll: SELDOM },
    ];
    // First, so that a test would see it taken for the engine of the servers.
    if (measured)
      engines.unshift({ id: 'metrics', type: 'prometheus', measures: 'cloud', url: prometheus.url, ...WAYS.through, ...measured });
    writeFileSync(join(folder, 'gantry.yaml'), stringify({ engines }));
    const env = { GANTRY_CONFIG: join(folder, 'gantry.yaml'), GANTRY_ADMIN_PASSWORD: '', GANTRY_SAMPLE_PASSWORD: '' };
    const app = await startTestApp({ database: 'sqlite', env });
    await vi.waitFor(
      async () => {
        for (const kind of ['server', 'volume', 'domain'])
          if ((await app.store.read.countRows('cloud', kind)) === 0) throw new Error(`no ${kind} yet`);
      },
      { timeout: 30_000, interval: 20 },
    );
    return new Measured(cloud, prometheus, app, folder);
  }

  /** alice, who is in both projects. */
  alice(project: string): Promise<Client> {
    return signIn(this.app.nobody, { domain: 'acme', username: 'alice', password: PASSWORD }, project);
  }

  /** Who administers the cloud. */
  admin(): Promise<Client> {
    return signIn(this.app.nobody, { domain: 'Default', username: 'admin', password: PASSWORD }, 'own');
  }

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all([this.cloud.stop(), this.prometheus.stop()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The recorded servers, a day old, one of them in another project. */
function moved(cloud: AsRecorded, answer: unknown): unknown[] {
  const { servers } = answer as { servers: { id: string; tenant_id: string }[] };
  const created = new Date(Date.now() - 86_400_000).toISOString();
  const owner = (id: string, recorded: string): string => (id === cloud.id('on-volume') ? cloud.id('acme-dev') : recorded);
  return servers.map((server) => ({ ...server, created, tenant_id: owner(server.id, server.tenant_id) }));
}
