import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, type Reply } from '../support/client.ts';

/** What no screen of the self-service side calls. */
const ADMINISTRATION = `
  DELETE /api/v2/compute/cluster
  DELETE /api/v2/compute/flavors
  DELETE /api/v2/compute/flavors/{flavorId}
  DELETE /api/v2/compute/nodes
  DELETE /api/v2/compute/nodes/{nodeId}
  DELETE /api/v2/compute/storage_policies
  DELETE /api/v2/compute/storage_policies/{policyId}
  DELETE /api/v2/compute/traits
  DELETE /api/v2/compute/traits/{traitId}
  DELETE /api/v2/compute/traits/{traitId}/{target}
  DELETE /api/v2/domains
  DELETE /api/v2/domains/{domainId}
  DELETE /api/v2/reports
  DELETE /api/v2/reports/{reportId}
  GET /api/v2/audit_log
  GET /api/v2/audit_log/activities
  GET /api/v2/compute/cluster/capacity
  GET /api/v2/compute/cluster/consumers
  GET /api/v2/compute/cluster/servers
  GET /api/v2/compute/nodes
  GET /api/v2/compute/nodes/{nodeId}
  GET /api/v2/compute/trait_sets
  GET /api/v2/compute/traits/{traitId}/{target}
  GET /api/v2/domains
  GET /api/v2/domains/{domainId}
  GET /api/v2/engines
  GET /api/v2/overview
  GET /api/v2/overview/capacity
  GET /api/v2/reports
  GET /api/v2/reports/{reportId}
  GET /api/v2/reports/{reportId}/contents
  GET /api/v2/s3service/domain/{domainId}
  GET /api/v2/s3service/overview
  GET /api/v2/s3service/projects/{projectId}
  GET /api/v2/settings/reports
  GET /grafana/login
  PATCH /api/v2/compute/cluster
  PATCH /api/v2/compute/storage_policies/{policyId}
  PATCH /api/v2/compute/traits/{traitId}
  PATCH /api/v2/domains/{domainId}
  POST /api/v2/compute/cluster
  POST /api/v2/compute/flavors
  POST /api/v2/compute/flavors/{flavorId}/set-access
  POST /api/v2/compute/images/{imageId}/deactivate
  POST /api/v2/compute/images/{imageId}/reactivate
  POST /api/v2/compute/networks/public
  POST /api/v2/compute/networks/vlan
  POST /api/v2/compute/nodes/{nodeId}/enter-maintenance
  POST /api/v2/compute/nodes/{nodeId}/fence
  POST /api/v2/compute/nodes/{nodeId}/leave-maintenance
  POST /api/v2/compute/nodes/{nodeId}/unfence
  POST /api/v2/compute/servers/bulk/migrate
  POST /api/v2/compute/servers/{serverId}/evacuate
  POST /api/v2/compute/servers/{serverId}/force-migrate
  POST /api/v2/compute/servers/{serverId}/live-migrate
  POST /api/v2/compute/servers/{serverId}/migrate
  POST /api/v2/compute/servers/{serverId}/reset-state
  POST /api/v2/compute/servers/{serverId}/stop-migrate
  POST /api/v2/compute/storage_policies
  POST /api/v2/compute/traits
  POST /api/v2/compute/volume_snapshots/{snapshotId}/reset-state
  POST /api/v2/compute/volumes/{volumeId}/reset-state
  POST /api/v2/domains
  POST /api/v2/domains/{domainId}/quotas
  PUT /api/v2/compute/nodes
  PUT /api/v2/compute/traits/{traitId}/{target}
  PUT /api/v2/s3service/domain/{domainId}
  PUT /api/v2/s3service/projects/{projectId}`
  .trim()
  .split(/\n\s*/);

const placeOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`;
const addressOf = ({ path }: Pick<Call, 'path'>): string => path.replace(/\{\w+\}/g, 'x');

/** What a refusal is made of, without what differs from request to request. */
function bare({ status, headers, json }: Reply): unknown {
  const { error } = json as { error: { data: Record<string, unknown> } };
  const { request_id: _id, ...data } = error.data;
  const names = [...headers.keys()].filter((name) => !['date', 'content-length'].includes(name)).sort();
  return { status, error: { ...error, data }, names };
}

describe('the two sides of the API', () => {
  let app: TestApp;
  let selfService: Client;
  let administration: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '2' } });
    administration = await app.as('admin', 'own');
    selfService = administration.at(app.app.selfServiceUrl);
  });
  afterAll(() => app.close());

  const of = (side: Call['side']): readonly Call[] => calls.filter((call) => call.side === side);

  it('the two sides of the API differ by the calls that no screen of the self-service side needs', () => {
    expect(of('administration').map(placeOf).sort()).toEqual(ADMINISTRATION);
  });

  it('every call of the administration answers 404 on the self-service port, like an unknown address, to whoever asks', async () => {
    for (const client of [selfService, new Client(app.app.selfServiceUrl)])
      for (const { method, path } of of('administration')) {
        const [refused, unknown] = [await client.raw(method, addressOf({ path })), await client.raw(method, '/api/v2/compute/no-such/x')];
        expect(bare(refused), `${method} ${path}`).toEqual(bare(unknown));
        expect([refused.status, (refused.json as { error: { err_code: string } }).error.err_code]).toEqual([404, 'not_found']);
      }
  });

  it('other calls are answered on both ports, and those of the administration on its own port', async () => {
    const nobody = (url: string) => new Client(url);
    const routed = async (client: Client, call: Call): Promise<void> => {
      const { status } = await client.raw(call.method, addressOf(call), { body: call.body && {} });
      if (call.permission.audience === 'public') expect([200, 204, 400], placeOf(call)).toContain(status);
      else expect(status, placeOf(call)).toBe(401);
    };
    // Answers 404 for a property that is not there.
    for (const call of of('both').filter(({ id }) => id !== 'domainProperties.read')) {
      await routed(nobody(app.app.selfServiceUrl), call);
      await routed(nobody(app.app.adminUrl), call);
    }
    for (const call of of('administration')) await routed(nobody(app.app.adminUrl), call);
    expect((await administration.call(nouns.nodes.calls.list)).data.length).toBeGreaterThan(0);
  });

  it('another method of a shared address is answered with the methods of the side', async () => {
    const path = '/api/v2/compute/flavors';
    const allowed = async (client: Client): Promise<unknown> => {
      const { status, headers } = await client.raw('PUT', path);
      return [status, headers.get('allow')];
    };
    expect(await allowed(selfService)).toEqual([405, 'GET']);
    expect(await allowed(administration)).toEqual([405, 'DELETE, GET, POST']);
  });

  it('each side of the API tells a system administrator the rights that the console can use there', async () => {
    const rights = async (client: Client) => (await client.call(nouns.session.calls.meta)).data;
    const [less, all] = [await rights(selfService), await rights(administration)];
    expect([all['compute_flavors'], all['compute_server_operations'], all['compute_nodes']]).toEqual([
      ['GET', 'POST'],
      ['POST'],
      ['GET', 'PUT'],
    ]);
    expect([less['compute_flavors'], less['compute_server_operations'], less['compute_nodes']]).toEqual([['GET'], undefined, undefined]);
  });

  it('each side of the API is described with its own calls only', async () => {
    for (const [client, own] of [
      [administration, calls],
      [selfService, of('both')],
    ] as const) {
      const { paths } = (await client.raw('GET', '/api/openapi.json')).json as { paths: Record<string, Record<string, unknown>> };
      const described = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(described.sort()).toEqual([...new Set(own.map(placeOf))].sort());
      const page = (await client.raw('GET', '/api/docs.html')).text;
      expect([...page.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id).sort()).toEqual(own.map(({ id }) => id).sort());
      expect(page.includes('servers.evacuate')).toBe(own === calls);
    }
  });
});
