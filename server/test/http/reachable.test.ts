/** A server that is to be reached from outside, where something stands in the way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { ingredients } from '../support/ingredients.ts';
import { byHand } from './support/by-hand.ts';

const { calls } = nouns.servers;

describe('a server that is to be reached from outside', () => {
  let app: TestApp;
  let member: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
    member = await app.as('acme-member', 'acme-prod');
  });
  afterAll(() => app.close());
  const { leave } = byHand(() => app);

  /** What a request of the body starts with; none of its networks. */
  const bodyOf = async (name: string, more: object = {}) => {
    const { flavor_id, image_id } = await ingredients(member);
    const { data } = await member.call(nouns.networks.calls.list, { query: { limit: 200 } });
    const outside = data.find(({ router_external: isExternal }) => isExternal)!;
    return { name, flavor_id, image_id, reachable_from: outside.id, ...more };
  };
  const projectId = async () => {
    const { data } = await member.call(nouns.session.calls.projects);
    return data.find(({ name }) => name === 'acme-prod')!.id;
  };
  const used = async () => {
    const quota = await member.call(nouns.quotas.calls.read, { params: { projectId: await projectId() }, query: { usage: true } });
    const { instances, networks, routers, security_groups: groups, floating_ips: floating } = quota;
    return [instances, networks, routers, groups, floating].map((one) => one.used);
  };

  it('a refused server that is to be reached from outside loses again all that was made for it before', async () => {
    const before = await used();
    const body = await bodyOf('faulty', { metadata: { 'gantry.fault': 'accept' } });
    expect(await member.refused(calls.create, { body })).toMatchObject({ status: 409, code: 'engine_refused' });
    expect(await used()).toEqual(before);
  });

  it('a refused server that is to be reached from outside leaves nothing behind, and a wrong network is named', async () => {
    const before = await used();
    await leave(await projectId(), 'floating_ips', 0);
    expect(await member.refused(calls.create, { body: await bodyOf('without a floating IP') })).toMatchObject({ code: 'quota_exceeded' });
    expect(await used()).toEqual(before);
    await leave(await projectId(), 'floating_ips', 5);
    const inner = (await ingredients(member)).network_ids[0]!;
    const wrong = await member.refused(calls.create, { body: await bodyOf('through a private one', { reachable_from: inner }) });
    expect(wrong.body.error.data?.field_codes).toEqual({ reachable_from: [{ code: 'network_not_external' }] });
    expect(await used()).toEqual(before);
  });

  it('a server that is to be reached from outside is one only, and needs no network to be chosen', async () => {
    const several = await member.refused(calls.create, { body: await bodyOf('several', { count: 2 }) });
    expect(several.body.error.data?.field_codes).toEqual({ count: [{ code: 'only_one' }] });
    const { id, task_id: taskId } = await member.call(calls.create, { body: await bodyOf('alone') });
    expect(await app.ended(member, taskId)).toMatchObject({ name: 'server.create', state: 'success', items: [{ id }] });
    const { data } = await member.call(nouns.floatingIps.calls.list, { query: { server: id! } });
    expect(data).toMatchObject([{ attachment: { object_id: id, object_name: 'alone' }, floating_network_name: 'public' }]);
  });
});
