import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { anyDatabase } from '../support/databases.ts';

const NODES = '/api/v2/compute/nodes';
const CLUSTER = '/api/v2/compute/cluster';

interface Node {
  id: string;
  state: string;
  roles: string[];
}
interface Cluster {
  status: string;
  task_id: string | null;
  features: string[];
  options: { endpoint_hostname: string | null };
  available_nodes: { id: string }[];
}

describe.each(anyDatabase)('the compute cluster on $name', ({ name: database }) => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' } });
    admin = await app.as('admin', 'own');
  });
  afterAll(() => app.close());

  const read = async <T>(path: string): Promise<T> => (await admin.raw('GET', path)).json as T;
  const nodes = async () => (await read<{ data: Node[] }>(NODES)).data;
  const cluster = () => read<Cluster>(CLUSTER);
  /** Asks for something that takes its time, and looks at what is said meanwhile before it has ended. */
  async function done<T>(method: string, path: string, body: object | undefined, meanwhile: () => Promise<T>): Promise<T> {
    const { status, json } = await admin.raw(method, path, body && { body });
    expect([status, (json as { error?: unknown }).error]).toEqual([202, undefined]);
    const seen = await meanwhile();
    expect(await app.ended(admin, (json as { task_id: string }).task_id)).toMatchObject({ state: 'success' });
    return seen;
  }

  it('the compute cluster lets a machine join with its roles, and nodes without servers leave [api.compute-nodes-put, api.compute-nodes-delete]', async () => {
    const [machine] = (await cluster()).available_nodes;
    const id = machine!.id;
    const find = async () => (await nodes()).find((node) => node.id === id);
    const joins = [{ node_id: id, roles: ['controller', 'compute'] }];
    expect(await done('PUT', NODES, joins, find)).toMatchObject({ state: 'joining' });
    expect(await find()).toMatchObject({ state: 'healthy', roles: ['compute', 'controller'] });
    expect((await cluster()).available_nodes.map((one) => one.id)).not.toContain(id);
    await done('DELETE', NODES, { ids: [id] }, find);
    expect(await find()).toBeUndefined();
    expect((await cluster()).available_nodes.map((one) => one.id)).toContain(id);
  });

  it('the compute cluster is changed, and gives up no feature that it offers [api.compute-cluster-patch]', async () => {
    const { features } = await cluster();
    const more = [...new Set([...features, 'billing_metering'])].toSorted();
    const body = { features: more, options: { endpoint_hostname: 'compute.example.com' } };
    expect((await done('PATCH', CLUSTER, body, cluster)).task_id).toEqual(expect.any(String));
    expect(await cluster()).toMatchObject({ status: 'active', task_id: null, features: more, options: body.options });
    const refused = await admin.raw('PATCH', CLUSTER, { body: { features: [] } });
    expect([refused.status, (await cluster()).features]).toEqual([400, more]);
  });

  it('the compute cluster is removed with its nodes when it has no servers, and installed again [api.compute-cluster-delete, api.compute-cluster-post]', async () => {
    expect(await done('DELETE', CLUSTER, undefined, cluster)).toMatchObject({ status: 'destroying' });
    expect([await cluster(), await nodes()]).toMatchObject([{ status: 'absent', task_id: null }, []]);
    const body = { nodes: (await cluster()).available_nodes.slice(0, 2).map(({ id }) => ({ node_id: id, roles: ['compute'] })) };
    expect(await done('POST', CLUSTER, body, cluster)).toMatchObject({ status: 'deploying' });
    expect(await cluster()).toMatchObject({ status: 'active', task_id: null });
    expect((await nodes()).map(({ state, roles }) => [state, roles])).toEqual(body.nodes.map(({ roles }) => ['healthy', roles]));
  });
});
