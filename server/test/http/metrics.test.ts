import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const AT = '/prometheus/api/v1/query?query=';

describe('metrics of volumes', () => {
  let app: TestApp;
  let lead: Client;
  let globex: Client;
  /** A volume that a server boots from, and one of another domain. */
  let [own, foreign] = ['', ''];
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '12' } });
    [lead, globex] = [await app.as('acme-lead', 'acme-prod'), await app.as('globex-member', 'globex-prod')];
    const made = await globex.call(nouns.volumes.calls.create, { body: { name: 'of others', size: 1 } });
    await app.ended(globex, made.task_id);
    const [first] = (await lead.call(nouns.volumes.calls.list, { query: { status: 'in-use' } })).data;
    [own, foreign] = [first!.id, made.id!];
  });
  afterAll(() => app.close());

  const ask = (who: Client, query: string) => who.raw('GET', `${AT}${encodeURIComponent(query)}`);
  const usedOf = async (who: Client, query: string): Promise<Record<string, number>> => {
    const { status, json } = await ask(who, query);
    expect(status).toBe(200);
    const { data } = json as { data: { resultType: string; result: { metric: Record<string, string>; value: [number, string] }[] } };
    expect(data.resultType).toBe('vector');
    return Object.fromEntries(data.result.map(({ metric, value }) => [metric['volume_id']!, Number(value[1])]));
  };

  it('metrics of volumes are answered with the scoped token, refused without, and never those of others [api.volume-usage]', async () => {
    const query = `gantry_volume_used_bytes{volume_id=~"${own}|${foreign}"}`;
    const mine = await usedOf(lead, query);
    expect(Object.keys(mine)).toEqual([own]);
    const { size } = await lead.call(nouns.volumes.calls.read, { params: { volumeId: own } });
    expect(mine[own]).toBeGreaterThan(0);
    expect(mine[own]).toBeLessThanOrEqual(size * 1024 ** 3);
    expect(Object.keys(await usedOf(globex, query))).toEqual([foreign]);
    expect((await ask(lead.unscoped(), query)).status).toBe(403);
    expect((await ask(app.nobody, query)).status).toBe(401);
    expect(await usedOf(await app.as('acme-admin', 'own'), query)).toEqual(mine);
    expect(Object.keys(await usedOf(await app.as('admin', 'own'), query)).toSorted()).toEqual([own, foreign].toSorted());
  });

  it('metrics of volumes are those of all volumes of the scope where no volume is named', async () => {
    const all = Object.keys(await usedOf(lead, 'gantry_volume_used_bytes'));
    const { data } = await lead.call(nouns.volumes.calls.list, { query: { limit: 200 } });
    expect(all.toSorted()).toEqual(data.map(({ id }) => id).toSorted());
    expect(await usedOf(lead, 'nothing_that_there_is')).toEqual({});
    expect(await usedOf(lead, `gantry_volume_used_bytes{volume_id!="${own}"}`)).not.toHaveProperty(own);
  });

  it('metrics are not told to queries made of more than is allowed', async () => {
    const refusal = async (query: string) => {
      const { status, json } = await ask(lead, query);
      return [status, (json as { error: { err_code: string } }).error.err_code];
    };
    expect(await refusal('absent(gantry_volume_used_bytes)')).toEqual([403, 'forbidden']);
    expect(await refusal('gantry_volume_used_bytes # }')).toEqual([403, 'forbidden']);
    expect(await refusal('sum(gantry_volume_used_bytes)')).toEqual([501, 'not_supported']);
    expect(await refusal('gantry_volume_used_bytes{volume_id=~"(a+)+"}')).toEqual([501, 'not_supported']);
    expect(await refusal('x'.repeat(8193))).toEqual([400, 'validation_failed']);
  });

  it('metrics are answered over a time, one query for each chart, within the scope only [choice.metrics-queries]', async () => {
    const end = Math.floor(Date.now() / 1000);
    const over = (who: Client, query: string, step = 60) =>
      who.raw('GET', `/prometheus/api/v1/query_range?query=${encodeURIComponent(query)}&start=${end - 3600}&end=${end}&step=${step}`);
    const { id: server } = (await lead.call(nouns.servers.calls.list, { query: { status: 'ACTIVE' } })).data[0]!;
    const { volumes } = await lead.call(nouns.servers.calls.read, { params: { serverId: server } });
    const volume = volumes[0]!.id;
    for (const query of [
      `gantry_volume_used_bytes{volume_id="${volume}"}`,
      `gantry_volume_read_bytes_per_second{volume_id="${volume}"}`,
      `gantry_volume_write_bytes_per_second{volume_id="${volume}"}`,
      `gantry_volume_read_operations_per_second{volume_id="${volume}"}`,
      `gantry_volume_write_operations_per_second{volume_id="${volume}"}`,
      `gantry_server_cpu_percent{server_id="${server}"}`,
      `gantry_server_memory_bytes{server_id="${server}"}`,
    ]) {
      const { status, json } = await over(lead, query);
      const { data } = json as { data: { resultType: string; result: { metric: Record<string, string>; values: [number, string][] }[] } };
      expect([query, status, data.resultType, data.result.length]).toEqual([query, 200, 'matrix', 1]);
      const { values } = data.result[0]!;
      expect([values.length, values[0]![0], values.at(-1)![0]]).toEqual([61, end - 3600, end]);
      expect(Number(values.at(-1)![1]), query).toBeGreaterThan(0);
      expect((await over(globex, query)).json).toEqual({ status: 'success', data: { resultType: 'matrix', result: [] }, simulated: true });
    }
    const refusal = async (query: string, step?: number) => {
      const { status, json } = await over(lead, query, step);
      return [status, (json as { error: { err_code: string } }).error.err_code];
    };
    expect(await refusal('absent(gantry_server_cpu_percent)')).toEqual([403, 'forbidden']);
    expect(await refusal('sum(gantry_server_cpu_percent)')).toEqual([501, 'not_supported']);
    for (const step of [0, 1]) expect(await refusal('gantry_server_cpu_percent', step)).toEqual([400, 'validation_failed']);
    expect((await over(app.nobody, 'gantry_server_cpu_percent')).status).toBe(401);
  });

  it('rates and latencies of a load balancer are answered over five minutes, within the scope only [metrics.lb-traffic]', async () => {
    const { data } = await lead.call(nouns.servers.calls.list, { query: { status: 'ACTIVE' } });
    const [machine] = data;
    const traffic = { protocol: 'TCP', protocol_port: 80, backend_protocol: 'TCP', backend_protocol_port: 80 } as const;
    const behind = { name: 'web', ...traffic, members: [{ server_id: machine!.id }] };
    const body = { name: 'measured', network_id: machine!.networks[0]!.network_id!, pools: [behind] };
    const { id, task_id: task } = await lead.call(nouns.loadBalancers.calls.create, { body });
    await app.ended(lead, task);
    const end = Math.floor(Date.now() / 1000);
    const over = (who: Client, query: string) =>
      who.raw('GET', `/prometheus/api/v1/query_range?query=${encodeURIComponent(query)}&start=${end - 60}&end=${end + 600}&step=60`);
    const lastOf = async (query: string): Promise<number> => {
      const { status, json } = await over(lead, query);
      const { result } = (json as { data: { result: { metric: Record<string, string>; values: [number, string][] }[] } }).data;
      expect([query, status, result.map(({ metric }) => metric)]).toEqual([
        query,
        200,
        [{ load_balancer_id: id, project_id: expect.any(String) as string }],
      ]);
      expect((await over(globex, query)).json).toEqual({ status: 'success', data: { resultType: 'matrix', result: [] }, simulated: true });
      return Number(result[0]!.values.at(-1)![1]);
    };
    const looks = vi.spyOn(app.store.read, 'getMany');
    for (const counter of ['requests', 'received_bytes', 'sent_bytes', 'errors']) {
      expect(await lastOf(`rate(gantry_load_balancer_${counter}_total{load_balancer_id="${id}"}[5m])`), counter).toBeGreaterThan(0);
      expect((await over(lead, `gantry_load_balancer_${counter}_total{load_balancer_id="${id}"}`)).status).toBe(501);
    }
    const gauge = (name: string) => lastOf(`avg_over_time(gantry_load_balancer_${name}{load_balancer_id="${id}"}[5m])`);
    expect(await gauge('sessions')).toBeGreaterThan(0);
    const latencies = await Promise.all(['average', 'p95', 'p99', 'p100'].map((name) => gauge(`response_seconds_${name}`)));
    expect(latencies[0]).toBeGreaterThan(0);
    expect(latencies.toSorted((a, b) => a - b)).toEqual(latencies);
    // Not each of the ten figures has looked at what is behind it; the next one sees what has changed.
    const looked = looks.mock.calls.filter(([, kind]) => kind === 'load_balancer_pool').length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThan(10);
    looks.mockRestore();
    const off = await lead.call(nouns.loadBalancers.calls.update, { params: { loadBalancerId: id! }, body: { enabled: false } });
    await app.ended(lead, off.task_id);
    expect(await lastOf(`rate(gantry_load_balancer_requests_total{load_balancer_id="${id}"}[5m])`)).toBe(0);
  });

  it('metrics of all servers together are shown to who works on the whole cloud, and to nobody else', async () => {
    const admin = await app.as('admin', 'own');
    const end = Math.floor(Date.now() / 300_000) * 300;
    const over = async (who: Client, query: string) => {
      const reply = await who.raw(
        'GET',
        `/prometheus/api/v1/query_range?query=${encodeURIComponent(query)}&start=${end - 3600}&end=${end}&step=300`,
      );
      expect([query, reply.status]).toEqual([query, 200]);
      return (reply.json as { data: { result: { metric: Record<string, string>; values: [number, string][] }[] } }).data.result;
    };
    const domain = await app.as('acme-admin', 'own');
    const last = async (query: string) => Number((await over(admin, query))[0]!.values.at(-1)![1]);
    for (const what of ['read_bytes', 'write_bytes', 'read_operations', 'write_operations']) {
      const query = `gantry_cluster_${what}_per_second`;
      const [series, ...others] = await over(admin, query);
      expect([series!.metric, series!.values.length, others]).toEqual([{ __name__: query }, 13, []]);
      expect(Number(series!.values.at(-1)![1]), query).toBeGreaterThan(0);
      for (const who of [lead, globex, domain]) expect(await over(who, query)).toEqual([]);
      expect(await over(admin, `${query}{project_id="none"}`)).toEqual([]);
    }
    // All volumes are of guests: together they do what these do, as far as their policies let them.
    const volumes = await over(admin, 'gantry_volume_read_operations_per_second');
    const sum = volumes.reduce((total, { values }) => total + Number(values.at(-1)![1]), 0);
    expect(await last('gantry_cluster_read_operations_per_second')).toBeGreaterThanOrEqual(sum * 0.999);
  });

  it('metrics tell when the storage was not healthy: from the failure of a node until five minutes after it is back', async () => {
    const admin = await app.as('admin', 'own');
    const said = async (time = Date.now() / 1000): Promise<string[]> => {
      const { json } = await admin.raw('GET', `${AT}gantry_cluster_unhealthy&time=${time.toFixed(3)}`);
      return (json as { data: { result: { value: [number, string] }[] } }).data.result.map(({ value }) => value[1]);
    };
    const before = await said();
    const params = { nodeId: (await admin.call(nouns.nodes.calls.list)).data[0]!.id };
    await app.ended(admin, (await admin.call(nouns.nodes.calls.fence, { params, body: { reason: 'for a test' } })).task_id);
    const during = await said(Date.now() / 1000 + 3600);
    await app.ended(admin, (await admin.call(nouns.nodes.calls.unfence, { params })).task_id);
    const after = await Promise.all([0, 240, 360].map((seconds) => said(Date.now() / 1000 + seconds)));
    expect([before, during, after]).toEqual([['0'], ['1'], [['1'], ['1'], ['0']]]);
  });

  it('metrics have no dashboards where none are configured, which only administrators of the system are told [api.grafana-login]', async () => {
    expect((await app.nobody.raw('GET', '/grafana/login')).status).toBe(401);
    expect((await lead.raw('GET', '/grafana/login')).status).toBe(403);
    const admin = await app.as('admin', 'own');
    expect((await admin.raw('GET', '/grafana/login')).status).toBe(501);
    expect((await admin.call(nouns.session.calls.meta)).capabilities).not.toContain('metrics.dashboards');
  });

  it('metrics have the dashboards whose address is configured [api.grafana-login]', async () => {
    const url = 'https://grafana.example.org/d/cluster';
    const other = await startTestApp({ database: 'sqlite', env: { GANTRY_GRAFANA_URL: url } });
    try {
      const admin = await other.as('admin', 'own');
      const { status, json } = await admin.raw('GET', '/grafana/login');
      expect([status, json]).toEqual([200, { url }]);
      expect((await admin.call(nouns.session.calls.meta)).capabilities).toContain('metrics.dashboards');
      expect((await other.nobody.raw('GET', '/grafana/login')).status).toBe(401);
      expect((await (await other.as('acme-lead', 'acme-prod')).raw('GET', '/grafana/login')).status).toBe(403);
    } finally {
      await other.close();
    }
  });
});
