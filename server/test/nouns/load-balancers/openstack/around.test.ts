/** What surrounds load balancers on a cloud: floating IPs, machines, quotas, and services that the cloud does not have. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { CERTIFICATE, KEY } from '../../load-balancer-pools/pem.ts';
import { Stage, WEB } from './stage.ts';

describe('around load balancers on OpenStack', () => {
  let stage: Stage;
  let answersAsBefore: () => void;
  let outside: string;
  beforeAll(async () => {
    stage = await Stage.open();
    outside = stage.all(stage.bench.cloud.cloud.wares.kept.networks).find((network) => network['router:external'] === true)!.id;
  });
  beforeEach(() => {
    answersAsBefore = stage.bench.cloud.keepAnswers();
    stage.reset();
  });
  afterEach(() => answersAsBefore());
  afterAll(() => stage.close());

  it('a floating IP leads to the port of a balancer, which shows it, also one that is made for it', async () => {
    const far = await stage.balancer();
    const floating = await stage.done('floating_ip.create', null, { floating_network_id: outside });
    const row = () => stage.row('floating_ip', floating);
    await expect(stage.done('floating_ip.assign', await row(), { load_balancer_id: far })).rejects.toMatchObject({
      fields: { load_balancer_id: [{ code: 'floating_ip_unreachable' }] },
    });
    await expect(stage.balancer({ floating_ip_id: floating })).rejects.toMatchObject({
      fields: { floating_ip_id: [{ code: 'floating_ip_unreachable' }] },
    });
    expect(stage.all(stage.octavia.balancers).map(({ id }) => id)).toEqual([far]);
    const interfaces = [{ network_id: stage.networkId }];
    await stage.done('router.create', null, { name: 'edge', external_gateway_info: { network_id: outside }, interfaces });
    await stage.done('floating_ip.assign', await row(), { load_balancer_id: far });
    const { document } = await row();
    expect(document).toMatchObject({ attachment: { object_id: far, device_owner: 'Octavia' } });
    const shown = async (id: string) => (await stage.row('load_balancer', id)).document['floating_ip_address'];
    expect(await shown(far)).toBe(document['floating_ip_address']);
    await stage.done('floating_ip.release', await row(), {});
    expect(await shown(far)).toBeNull();
    const assign = { load_balancer_id: far };
    const made = await stage.done('floating_ip.create', null, { floating_network_id: outside, assign });
    expect(await shown(far)).toBe((await stage.row('floating_ip', made)).document['floating_ip_address']);
    const near = await stage.balancer({ floating_ip_id: floating });
    expect(await shown(near)).toBe(document['floating_ip_address']);
    await expect(stage.balancer({ floating_ip_id: floating })).rejects.toMatchObject({
      fields: { floating_ip_id: [{ code: 'floating_ip_in_use' }] },
    });
  });

  it('the pool members of a machine that is deleted get nothing more, and are marked', async () => {
    const balancer = await stage.balancer();
    const [first, second] = stage.machines;
    const members = [first, second].map((machine) => ({ server_id: machine!.id, weight: 5, enabled: true }));
    const ids = [await stage.pool(balancer, { members }), await stage.pool(balancer, { protocol_port: 81, members })];
    await stage.done('server.delete', await stage.row('server', first!.id), {});
    for (const id of ids) {
      const { document } = await stage.row('load_balancer_pool', id);
      expect(document['members']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ server_id: first!.id, weight: 0, gone: true, health: 'ERROR' }),
          expect.objectContaining({ server_id: second!.id, weight: 5, gone: false }),
        ]),
      );
    }
  });

  it('the pool members at an address that a machine loses get nothing more, the others go on', async () => {
    const balancer = await stage.balancer();
    const members = stage.machines.slice(0, 2).map(({ id }) => ({ server_id: id, weight: 5, enabled: true }));
    const pool = await stage.pool(balancer, { members });
    const server = await stage.row('server', members[0]!.server_id);
    const [nic] = server.document['networks'] as { mac_addr: string }[];
    await stage.done('server.detachInterface', server, { mac_addr: nic!.mac_addr });
    const shown = (await stage.row('load_balancer_pool', pool)).document['members'] as {
      server_id: string;
      weight: number;
      gone: boolean;
    }[];
    expect(new Map(shown.map((one) => [one.server_id, [one.weight, one.gone]]))).toEqual(
      new Map([
        [members[0]!.server_id, [0, true]],
        [members[1]!.server_id, [5, false]],
      ]),
    );
  });

  it('the pool members at an address that a machine changes for another one get nothing more', async () => {
    const balancer = await stage.balancer();
    const members = stage.machines.slice(0, 2).map(({ id }) => ({ server_id: id, weight: 5, enabled: true }));
    const pool = await stage.pool(balancer, { members });
    const server = await stage.row('server', members[1]!.server_id);
    const [nic] = server.document['networks'] as { mac_addr: string; ips: string[] }[];
    const free = nic!.ips[0]!.replace(/\d+$/, '231');
    await stage.done('server.updateInterface', server, { mac_addr: nic!.mac_addr, fixed_ips: [free] });
    const weights = stage.all(stage.octavia.members).map(({ address, weight }) => [address, weight]);
    expect(new Map(weights as [string, number][]).get(nic!.ips[0]!)).toBe(0);
    expect((await stage.row('load_balancer_pool', pool)).document['members']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ server_id: members[1]!.server_id, weight: 0, gone: true }),
        expect.objectContaining({ server_id: members[0]!.server_id, weight: 5 }),
      ]),
    );
  });

  it('quotas tell what the load balancing service allows, and are set there', async () => {
    await stage.balancer();
    const project = await stage.row('project', stage.projectId);
    const read = async () => {
      const context = await stage.bench.asking('alice');
      return (await stage.bench.engine.live['quota.read']!(context, project, { usage: true })) as Quota;
    };
    expect((await read()).load_balancers).toEqual({ limit: 10, used: expect.any(Number) as number });
    await stage.done('project.setQuota', project, { load_balancers: 3 }, await stage.bench.operating());
    expect((await read()).load_balancers.limit).toBe(3);
  });
});

describe('without the service', () => {
  let bench: Bench<Replay>;
  afterEach(() => bench.close());

  interface Catalogued {
    token: { catalog?: { type: string }[] };
  }
  const without = async (type: string): Promise<Bench<Replay>> => {
    const replay = new Replay({ ...DEFAULTS, servers: 4, projects: 2, act: 0 }, true);
    replay.on('POST', /\/auth\/tokens$/, (_asked, usual) => {
      const told = usual();
      const { token } = told.answer as Partial<Catalogued>;
      return {
        ...told,
        answer: token?.catalog ? { token: { ...token, catalog: token.catalog.filter((one) => one.type !== type) } } : told.answer,
      };
    });
    return (await Bench.on(replay)).mirrored();
  };

  it('a cloud without the load balancing service offers no load balancers, asks nobody and is reachable all the same', async () => {
    bench = await without('load-balancer');
    expect(Object.keys(bench.engine.commands).filter((name) => name.startsWith('load_balancer'))).toEqual([]);
    expect(bench.engine.health()).toMatchObject({ reachable: true, services: [] });
    expect(bench.engine.health('load_balancer')).toMatchObject({ reachable: false, services: [{ problem: 'missing' }] });
    expect(bench.cloud.asked.filter(({ service }) => service === 'load-balancer')).toEqual([]);
  });

  it('a cloud without the service that keeps keys takes no certificate, and refuses one before anything is made', async () => {
    bench = await without('key-manager');
    expect([...bench.engine.options!].filter((name) => name.endsWith(':tls'))).toEqual([]);
    const network = bench.cloud.cloud.wares.networkOf(bench.cloud.id('acme-prod'))!.network.id;
    const pool = { name: 'web', ...WEB, protocol: 'HTTPS', tls: { certificate: CERTIFICATE, private_key: KEY } };
    const { accept } = bench.engine.commands['load_balancer.create']!;
    const body = { name: 'shop', network_id: network, pools: [pool] } as never;
    await expect(accept(await bench.asking('alice'), null, body)).rejects.toMatchObject({ code: 'not_supported' });
    expect(bench.cloud.cloud.balancing.balancers.items.size).toBe(0);
  });
});
