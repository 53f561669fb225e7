/** Load balancers on a cloud that keeps what it is asked to. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadBalancerKind } from '@gantry/contract/nouns/load-balancers/entity';
import { poolKind } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { fault } from '../../../../../fakes/openstack/octavia/balancing.ts';
import { touchedBy } from '../../../engines/openstack/support/touched.ts';
import { Stage, WEB } from './stage.ts';

describe('load balancers on OpenStack', () => {
  let stage: Stage;
  let answersAsBefore: () => void;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  beforeEach(() => {
    answersAsBefore = stage.bench.cloud.keepAnswers();
    stage.reset();
  });
  afterEach(() => answersAsBefore());
  afterAll(() => stage.close());

  it('a load balancer is made by the user’s own token, marked, with two instances unless another flavor is chosen', async () => {
    const id = await stage.balancer({ description: 'of the shop' });
    const [{ as, sent } = { as: null, sent: null }] = stage.sent('POST', /loadbalancers$/);
    expect(as).toBe(`alice@project:${stage.projectId}`);
    expect(sent).toMatchObject({ loadbalancer: { vip_network_id: stage.networkId, tags: ['gantry_task task-1'] } });
    const { document } = await stage.row('load_balancer', id);
    expect(document).toMatchObject({
      name: 'shop',
      description: 'of the shop',
      status: 'ACTIVE',
      topology: 'ACTIVE_STANDBY',
      amphorae: [{ active: true }, { active: true }],
      provider: 'amphora',
      read_only: null,
      pools: [],
    });
    expect(loadBalancerKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
    const single = stage.all(stage.octavia.flavors).find(({ name }) => name === 'single')!.id;
    expect((await stage.row('load_balancer', await stage.balancer({ flavor_id: single }))).document).toMatchObject({ topology: 'SINGLE' });
  });

  it('a load balancer is made with all of its pools, as one task in order, and shown with them', async () => {
    const [one, two] = stage.machines;
    const pools = [
      { name: 'web', ...WEB, healthmonitor: { type: 'HTTP', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 } },
      { name: 'mail', protocol: 'TCP', protocol_port: 25, backend_protocol: 'TCP', backend_protocol_port: 2525 },
    ].map((pool) => ({ ...pool, members: [one, two].map((server) => ({ server_id: server!.id, weight: 1, enabled: true })) }));
    const id = await stage.balancer({ pools });
    expect(stage.sent('POST', /./).map(({ place }) => place.split('/').at(-1))).toEqual([
      'loadbalancers',
      'listeners',
      'pools',
      'healthmonitors',
      'listeners',
      'pools',
    ]);
    expect(stage.sent('PUT', /members$/)).toHaveLength(2);
    const { document } = await stage.row('load_balancer', id);
    expect(document).toMatchObject({ members_count: 4, pools: [{}, {}], status: 'ACTIVE' });
    const [web] = await Promise.all((document['pools'] as { id: string }[]).map((pool) => stage.row('load_balancer_pool', pool.id)));
    expect(poolKind.entity.safeParse({ ...web!.document, revision: 1 }).error).toBeUndefined();
    const kept = [stage.octavia.listeners, stage.octavia.pools, stage.octavia.monitors, stage.octavia.members].flatMap(stage.all);
    expect(kept.filter(({ tags }) => !(tags as string[])[0]!.startsWith('gantry_task task-1 '))).toEqual([]);
  });

  it('a load balancer leaves nothing behind where a piece of a later pool is refused', async () => {
    stage.bench.cloud.on('POST', /healthmonitors$/, () => ({ status: 400, answer: fault(400, 'PING is not allowed.').body }));
    const pools = [{ name: 'web', ...WEB, healthmonitor: { type: 'PING', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 } }];
    await expect(stage.balancer({ pools })).rejects.toMatchObject({ code: 'engine_refused', detail: 'PING is not allowed.' });
    const { balancers, listeners, pools: kept } = stage.octavia;
    expect([balancers, listeners, kept].flatMap(stage.all)).toEqual([]);
  });

  it('a load balancer is found again after a crash, and finished with the pieces that are missing', async () => {
    const body = {
      name: 'shop',
      network_id: stage.networkId,
      pools: [
        { name: 'web', ...WEB },
        { name: 'api', ...WEB, protocol_port: 81 },
      ],
    };
    const task = await stage.task();
    const { accept, recover, settle } = stage.command('load_balancer.create');
    const { id } = await accept(task, null, body);
    const lift = stage.bench.cloud.on('POST', /\/lbaas\/pools$/, () => {
      throw new Error('the process dies here');
    });
    const died = new AbortController();
    const working = settle!({ ...task, signal: died.signal }, (await recover!(task, null, body))!, body);
    await expect.poll(() => stage.octavia.listeners.items.size).toBe(1);
    died.abort(new Error('killed'));
    await expect(working).rejects.toThrow();
    lift();
    const found = await recover!(task, null, body);
    expect(found).toMatchObject({ id });
    await settle!(task, found!, body);
    expect(stage.octavia.balancers.items.size).toBe(1);
    expect(stage.all(stage.octavia.listeners).map(({ protocol_port: port }) => port)).toEqual([80, 81]);
    expect(stage.octavia.pools.items.size).toBe(2);
    expect(await recover!(await stage.task(), null, body)).toBeUndefined();
  });

  it('a load balancer refuses a change with the reason while the cloud is changing it, and loses nothing', async () => {
    const id = await stage.balancer();
    const before = await stage.row('load_balancer', id);
    const release = stage.octavia.hold();
    await stage.command('load_balancer.update').accept(await stage.task(), before, { name: 'first' });
    expect((await stage.row('load_balancer', id)).document).toMatchObject({ name: 'first', status: 'CONFIGURING' });
    const busy = { code: 'state_conflict', reason: { code: 'load_balancer_busy' } };
    await expect(stage.command('load_balancer.update').accept(await stage.task(), before, { enabled: false })).rejects.toMatchObject(busy);
    await expect(stage.command('load_balancer.delete').accept(await stage.task(), before, {})).rejects.toMatchObject(busy);
    release();
    await stage.done('load_balancer.update', before, { enabled: false });
    expect((await stage.row('load_balancer', id)).document).toMatchObject({ name: 'first', enabled: false, status: 'DISABLED' });
  });

  it('a load balancer is deleted with all that belongs to it, whoever has made that', async () => {
    const id = await stage.balancer({
      pools: [{ name: 'web', ...WEB, members: [{ server_id: stage.machines[0]!.id, weight: 1, enabled: true }] }],
    });
    const { listeners, pools, members, balancers } = stage.octavia;
    const project_id = stage.projectId;
    pools.create({
      name: 'theirs',
      protocol: 'HTTP',
      lb_algorithm: 'ROUND_ROBIN',
      loadbalancer_id: id,
      project_id,
      provisioning_status: 'ACTIVE',
    });
    const shown = (await stage.row('load_balancer', id)).document['pools'] as { id: string }[];
    expect(shown).toHaveLength(1);
    await stage.done('load_balancer.delete', await stage.row('load_balancer', id), {});
    expect(await stage.isGone('load_balancer_pool', shown[0]!.id)).toBe(true);
    expect([listeners, pools, members, balancers].flatMap(stage.all)).toEqual([]);
    expect(await stage.isGone('load_balancer', id)).toBe(true);
  });

  it('a load balancer whose deployment has failed is told from one in error that has worked', async () => {
    const release = stage.octavia.hold();
    const body = { name: 'shop', network_id: stage.networkId };
    const task = await stage.task();
    const acceptance = await stage.command('load_balancer.create').accept(task, null, body);
    stage.octavia.balancers.change(acceptance.id, { provisioning_status: 'ERROR' });
    await expect(stage.command('load_balancer.create').settle!(task, acceptance, body)).rejects.toMatchObject({ code: 'engine_refused' });
    expect((await stage.row('load_balancer', acceptance.id)).document['status']).toBe('DEPLOYMENT_FAILED');
    release();
    const worked = await stage.balancer();
    stage.octavia.balancers.change(worked, { provisioning_status: 'ERROR' });
    await stage.swept();
    expect((await stage.row('load_balancer', worked)).document['status']).toBe('ERROR');
    expect((await stage.row('load_balancer', acceptance.id)).document['status']).toBe('DEPLOYMENT_FAILED');
  });

  it('a load balancer gets new instances by administrators only', async () => {
    const id = await stage.balancer();
    const row = await stage.row('load_balancer', id);
    const ids = (document: Readonly<Record<string, unknown>>) => (document['amphorae'] as { id: string }[]).map((one) => one.id);
    await expect(stage.done('load_balancer.failover', row, {})).rejects.toMatchObject({ code: 'forbidden' });
    await stage.done('load_balancer.failover', row, {}, await stage.bench.operating());
    const after = await stage.row('load_balancer', id);
    expect(ids(after.document)).toHaveLength(2);
    expect(ids(after.document).filter((one) => ids(row.document).includes(one))).toEqual([]);
  });

  it('load balancers count by the quota of the service, and are refused beyond it', async () => {
    stage.bench.cloud.cloud.limits.set('load-balancer', stage.projectId, { loadbalancer: 1 });
    await stage.balancer();
    await expect(stage.balancer()).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource: 'load_balancer' } });
  });

  it('a load balancer is looked at again when the service announces it', () => {
    const message = { event_type: 'octavia.loadbalancer.delete.end', payload: { id: 'b' } };
    expect(touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify(message) }))).toEqual([{ kind: 'load_balancer', id: 'b' }]);
  });
});
