import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

/**
 * Answers that hold a list which no reader cuts: what a search finds is a few of each kind, figures of capacity are one of each resource, and
 * servers on nodes are of the nodes that are named.
 */
const NO_LISTS = ['search.find', 'computeCluster.servers', 'computeCluster.capacity', 'storageClusters.capacity', 'quotas.capacity'];

describe('lists that are not paged', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '3' } });
    admin = await app.as('admin', 'own');
  });
  afterAll(() => app.close());

  it('all lists take a limit and a count, also those that are not paged', () => {
    const lacking = calls.filter(({ id, method, answer, query, does }) => {
      const data: unknown = 'shape' in answer ? (answer.shape as Record<string, unknown>)['data'] : undefined;
      const isList = typeof data === 'object' && data !== null && 'element' in data;
      // States are at most 500 of 30 days, one line of time.
      return (
        method === 'GET' &&
        does.by !== 'states' &&
        isList &&
        !NO_LISTS.includes(id) &&
        !(query && 'limit' in query.shape && 'with_count' in query.shape)
      );
    });
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  it('lists that are not paged are cut to a limit, such as activities of the audit and offered images', async () => {
    const activities = await admin.raw('GET', '/api/v2/audit_log/activities?limit=2&with_count=true');
    const { data, count } = activities.json as { data: unknown[]; count: number };
    expect([activities.status, data.length, count > 50]).toEqual([200, 2, true]);
    const member = await app.as('acme-member', 'acme-prod');
    const offers = await member.raw('GET', '/api/v2/compute/image_offers?limit=1&with_count=true');
    expect([offers.status, offers.json]).toEqual([200, { data: [], count: 0 }]);
  });

  it('nodes of which one has servers are refused at once where several are released, and no task begins', async () => {
    const { data } = await admin.call(nouns.nodes.calls.list);
    const [busy, idle] = [data.find(({ hypervisor }) => hypervisor.vms > 0)!, data.find(({ hypervisor }) => hypervisor.vms === 0)];
    const tasks = async () => (await admin.call(nouns.tasks.calls.list, { query: { limit: 1, with_count: true } })).count;
    const before = await tasks();
    const ids = [...(idle ? [idle.id] : []), busy.id];
    const refused = await admin.reply(nouns.nodes.calls.bulkRelease, { body: { ids } });
    expect(refused).toMatchObject({ status: 409, json: { error: { data: { reason: { code: 'node_has_servers' } } } } });
    expect((await admin.reply(nouns.nodes.calls.bulkRelease, { body: { ids: ['no-such-node'] } })).status).toBe(404);
    expect(await tasks()).toBe(before);
  });

  it('a private network for which nobody said how large packets are takes what the API takes', async () => {
    const member = await app.as('acme-lead', 'acme-prod');
    const { createPrivate, read } = nouns.networks.calls;
    const { id } = await member.call(createPrivate, { body: { name: 'plain' } });
    const { mtu } = await member.call(read, { params: { networkId: id! } });
    expect(mtu).toBe(1500);
    expect((await member.reply(createPrivate, { body: { name: 'said', mtu: 1500 } })).status).toBe(202);
    const { data } = await member.call(nouns.networks.calls.list);
    expect(data.filter((network) => (network.mtu ?? 1500) < 1500)).toEqual([]);
  });
});
