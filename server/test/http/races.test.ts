/** What many ask for at the same time happens as often as there is room for, over real HTTP; the others are told why not. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import type { z } from 'zod';
import type { embedded } from '../../src/app/engine-types.ts';
import { hostRanges } from '../../src/nouns/networks/embedded/ipv4.ts';
import type { Command } from '../../src/port/engine.ts';
import { FULL } from '../../../tools/lib/tier.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { logIsWhole, platformAtRest, tasksEnded } from '../crash/support/checks.ts';
import { all, RECORDS } from '../engines/embedded/support/platform.ts';

const { calls } = nouns.servers;

/** How often each answer came: the status, and of a refusal its code and parameters. */
function answers(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of replies) {
    const { err_code: code, data } = status < 400 ? { err_code: '', data: undefined } : (json as ErrorBody).error;
    const { reason, params } = data ?? {};
    const why = [reason?.code, ...Object.values(reason?.params ?? params ?? {})];
    const key = [status, code, ...why].filter(Boolean).join(' ');
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe.each(databases)('many at the same time on $name', ({ name }) => {
  let app: TestApp;
  let lead: Client;
  let member: Client;
  let body: ServerCreate;

  async function start(settings: z.input<typeof embedded.settings> = {}): Promise<void> {
    app = await startTestApp({ database: name, env: { GANTRY_SAMPLE_SERVERS: '0' }, embedded: settings });
    [lead, member] = await Promise.all([app.as('acme-lead', 'acme-prod'), app.as('acme-member', 'acme-prod')]);
    const of = async (
      call: typeof nouns.flavors.calls.list | typeof nouns.images.calls.list | typeof nouns.networks.calls.list,
      wanted: string,
    ) => (await lead.call(call, { query: { name: wanted } })).data[0]?.id ?? '';
    body = {
      name: 'race',
      flavor_id: await of(nouns.flavors.calls.list, 'tiny'),
      image_id: await of(nouns.images.calls.list, 'Debian 13'),
      network_ids: [await of(nouns.networks.calls.list, 'acme-prod-private')],
    };
  }
  beforeEach(() => start());
  afterEach(async () => {
    await expect.poll(() => openTasks()).toBe(0);
    expect([...(await tasksEnded(app.store)), ...(await platformAtRest(app.store)), ...(await logIsWhole(app.store))]).toEqual([]);
    await app.close();
  });

  const openTasks = async (): Promise<number> => {
    const open = ['starting', 'running'].map((state) => lead.call(nouns.tasks.calls.list, { query: { state, with_count: true } }));
    return (await Promise.all(open)).reduce((sum, { count = 0 }) => sum + count, 0);
  };
  const servers = async (): Promise<Server[]> => (await lead.call(calls.list, { query: { limit: 1000 } })).data;
  const create = (client: Client, changes: Partial<ServerCreate> = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    client.reply(calls.create, { body: { ...body, ...changes } }, headers);
  const hundred = (ask: (client: Client, index: number) => Promise<Reply>): Promise<Reply[]> =>
    Promise.all(Array.from({ length: 100 }, (_, index) => ask(index % 2 === 0 ? lead : member, index)));

  /** Sets limits of acme-prod, -1 for none, as an administrator's call will. */
  async function limit(limits: Readonly<Record<string, number>>): Promise<void> {
    const [{ project_id: projectId } = { project_id: '' }] = [await lead.call(nouns.session.calls.whoami)];
    await app.store.transaction(async ({ records }) => {
      const key = String(projectId);
      const before = (await records.get(RECORDS, 'quotas', key)) as { limits: object; used: object };
      await records.put(RECORDS, 'quotas', key, { ...before, limits: { ...before.limits, ...limits } });
    });
  }
  const UNLIMITED = { instances: -1, cores: -1, ram: -1, volumes: -1, gigabytes: -1 };

  it('ten of a hundred creations get the ten places of a quota, ninety are told which resource is used up', async () => {
    await limit({ ...UNLIMITED, instances: 10 });
    const replies = await hundred((client, index) => create(client, { name: `race-${index}` }));
    expect(answers(replies)).toEqual({ '202': 10, '409 quota_exceeded instances': 90 });
    expect(await servers()).toHaveLength(10);
  });

  it('ten of a hundred creations find room on the nodes, ninety are told that there is none', FULL, async () => {
    await app.close();
    await start({ nodes: { count: 2, vcpus: 5, ram: 262_144, disk: 8192 } });
    await limit(UNLIMITED);
    const replies = await hundred((client, index) => create(client, { name: `race-${index}` }));
    expect(answers(replies)).toEqual({ '202': 10, '409 no_capacity': 90 });
    expect(await servers()).toHaveLength(10);
  });

  it('ten of a hundred creations get the ten addresses left in a subnet, ninety are told that there is none', FULL, async () => {
    await limit(UNLIMITED);
    const network = (await all(app.store, 'network')).find(({ id }) => id === body.network_ids![0])!;
    const subnet = network.subnets[0]!;
    const free = hostRanges(subnet.cidr, subnet.gateway_ip).reduce((sum, { start: from, end }) => sum + end - from + 1, 0);
    const ports = (count: number): string[] => Array.from({ length: count }, () => network.id);
    for (let left = free - 10; left > 0; left -= 15)
      expect((await create(lead, { name: 'filling', network_ids: ports(Math.min(15, left)) })).status).toBe(202);
    const before = (await servers()).length;
    const replies = await hundred((client, index) => create(client, { name: `race-${index}` }));
    expect(answers(replies)).toEqual({ '202': 10, '409 no_free_address': 90 });
    const addresses = (await servers()).flatMap(({ networks }) => networks.flatMap(({ ips }) => ips));
    expect((await servers()).length).toBe(before + 10);
    expect([addresses.length, new Set(addresses).size]).toEqual([free, free]);
  });

  it('twenty creations with the same key make one server, also while the engine takes its time, and get one answer', FULL, async () => {
    const { commands } = app.app.engines[0]!;
    const gate = Promise.withResolvers<void>();
    const slow = commands['server.create']!;
    const patient: Command<never> = { ...slow, accept: (...asked) => gate.promise.then(() => slow.accept(...asked)) };
    Object.assign(commands, { 'server.create': patient });
    const replies = Promise.all(Array.from({ length: 20 }, () => create(lead, {}, { [IDEMPOTENCY_HEADER]: 'the-same' })));
    await expect.poll(openTasks).toBe(1);
    gate.resolve();
    expect(new Set((await replies).map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers(await replies)).toEqual({ '202': 20 });
    expect(await servers()).toHaveLength(1);
  });

  it('two users who delete the same server delete it once, and one is told that it is going', FULL, async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const { task_id: taskId, id: serverId } = await lead.call(calls.create, { body: { ...body, name: `shared-${round}` } });
      await app.ended(lead, taskId);
      const replies = await Promise.all(
        [lead, member].map((client) => client.reply(calls.delete, { params: { serverId: serverId ?? '' } })),
      );
      const counts = answers(replies);
      expect(counts['202'], JSON.stringify(counts)).toBe(1);
      const [other] = Object.keys(counts).filter((answer) => answer !== '202');
      expect(other).toMatch(/^(409 state_conflict server_in_progress deleting|404 not_found)/);
      const winner = replies.find(({ status }) => status === 202)!;
      expect((await app.ended(lead, (winner.json as { task_id: string }).task_id)).state).toBe('success');
      expect((await lead.refused(calls.read, { params: { serverId: serverId ?? '' } })).status).toBe(404);
    }
  });

  it('two users who delete the same servers in bulk delete each once, and every item says what became of it', FULL, async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((index) => lead.call(calls.create, { body: { ...body, name: `bulk-${index}` } })),
    );
    for (const { task_id: taskId } of made) await app.ended(lead, taskId);
    const ids = made.map(({ id }) => id!);
    const accepted = await Promise.all([lead, member].map((client) => client.call(calls.bulkDelete, { body: { ids } })));
    const tasks = await Promise.all(accepted.map(({ task_id: taskId }) => app.ended(lead, taskId)));
    for (const id of ids) {
      const items = tasks.map((task) => task.items.find((item) => item.id === id)!);
      expect(items.filter(({ state }) => state === 'success')).toHaveLength(1);
      const other = items.find(({ state }) => state !== 'success');
      expect([other?.state, ['state_conflict', 'not_found'].includes(other?.error?.code ?? '')]).toEqual(['failed', true]);
    }
    expect(await servers()).toEqual([]);
  });
});
