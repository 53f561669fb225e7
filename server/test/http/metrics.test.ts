import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('are answered with the scoped token, refused without, and never those of others [api.volume-usage]', async () => {
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

  it('are those of all volumes of the scope where none is named', async () => {
    const all = Object.keys(await usedOf(lead, 'gantry_volume_used_bytes'));
    const { data } = await lead.call(nouns.volumes.calls.list, { query: { limit: 200 } });
    expect(all.toSorted()).toEqual(data.map(({ id }) => id).toSorted());
    expect(await usedOf(lead, 'nothing_that_there_is')).toEqual({});
    expect(await usedOf(lead, `gantry_volume_used_bytes{volume_id!="${own}"}`)).not.toHaveProperty(own);
  });

  it('are not told to queries made of more than is allowed', async () => {
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

  it('are answered over a time, one query for each chart, within the scope only [choice.metrics-queries]', async () => {
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
      expect((await over(globex, query)).json).toEqual({ status: 'success', data: { resultType: 'matrix', result: [] } });
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

  it('have no dashboards here, which only those are told who are signed in [api.grafana-login]', async () => {
    expect((await app.nobody.raw('GET', '/grafana/login')).status).toBe(401);
    expect((await lead.unscoped().raw('GET', '/grafana/login')).status).toBe(403);
    expect((await lead.raw('GET', '/grafana/login')).status).toBe(501);
  });
});
