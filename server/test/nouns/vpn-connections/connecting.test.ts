import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../support/databases.ts';
import { all, idOfName } from '../../engines/embedded/support/platform.ts';
import { openScene, type Scene } from '../../engines/embedded/support/scene.ts';

const DAY = 86_400_000;
let made = 0;

describe.each(anyDatabase)('VPN connections on the embedded platform on $name', ({ name: database }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(database);
    for (const resource of ['routers', 'networks', 'vpn_connections']) await scene.limit(resource, -1);
  });
  afterAll(() => scene.close());

  /** A router outside with a network behind it. */
  const site = async () => {
    made += 1;
    const [name, cidr] = [`site ${made}`, `10.150.${made}.0/24`];
    const network = await scene.caller.accept('network.createPrivate', null, { name, subnets: [{ cidr }], kind: 'private' });
    const outside = await idOfName(scene.store, 'network', 'public');
    const gateway = { external_gateway_info: { network_id: outside }, interfaces: [{ network_id: network.id }] };
    const router = await scene.caller.accept('router.create', null, { name, ...gateway });
    const { external_gateway_info: info } = (await all(scene.store, 'router')).find(({ id }) => id === router.id)!;
    const { subnets } = (await all(scene.store, 'network')).find(({ id }) => id === network.id)!;
    return { router: router.id!, subnet: subnets[0]!.id, cidr, address: info!.external_fixed_ips[0]!.ip_address };
  };
  type Site = Awaited<ReturnType<typeof site>>;
  const POLICY = { auth_algorithm: 'sha256', encryption_algorithm: 'aes-256', pfs: 'group14', lifetime: 3600 };
  const connect = async (here: Site, there: Site, more: object = {}) => {
    const accepted = await scene.caller.accept('vpn_connection.create', null, {
      name: `to ${there.cidr}`,
      router_id: here.router,
      local_subnet_ids: [here.subnet],
      peer_cidrs: [there.cidr],
      peer_address: there.address,
      psk: 'shared-secret',
      ike_policy: { name: 'ike', ike_version: 'v2', ...POLICY },
      ipsec_policy: { name: 'ipsec', ...POLICY },
      ...more,
    });
    return accepted.id!;
  };
  const now = async (id: string) => (await all(scene.store, 'vpn_connection')).find((one) => one.id === id)!;
  const statuses = async (...ids: string[]) => Promise.all(ids.map(async (id) => (await now(id)).status));
  const events = async (id: string) => (await now(id)).log!.map(({ event }) => event);
  /** Two sides, of which the second one is set to something else. */
  const pair = async (more: object = {}) => {
    const [a, b] = [await site(), await site()];
    return [await connect(a, b), await connect(b, a, more)] as const;
  };
  const seconds = (count: number) => scene.clock.advance(count * 1000);

  it('VPN connections come up where the settings of both sides mirror each other, and are down right after their creation', async () => {
    const [one, other] = await pair();
    expect(await statuses(one, other)).toEqual(['DOWN', 'DOWN']);
    await seconds(2);
    expect(await statuses(one, other)).toEqual(['ACTIVE', 'ACTIVE']);
    expect([await events(one), await events(other)]).toEqual([['established'], ['established']]);
  });

  const wrong: readonly (readonly [what: string, more: object, event: string])[] = [
    ['another key', { psk: 'other-secret' }, 'authentication_failed'],
    ['an identity that nobody has', { peer_id: 'somebody@else' }, 'authentication_failed'],
    ['another range', { peer_cidrs: ['10.9.0.0/16'] }, 'no_matching_ranges'],
    ['another algorithm', { ipsec_policy: { name: 'ipsec', ...POLICY, pfs: 'group5' } }, 'no_proposal_chosen'],
    ['another version of IKE', { ike_policy: { name: 'ike', ...POLICY, ike_version: 'v1' } }, 'no_proposal_chosen'],
    ['another peer', { peer_address: '203.0.113.99', peer_id: '203.0.113.99' }, 'no_answer'],
  ];
  it.each(wrong)('VPN connections stay down on both sides where one has %s, and tell only what IKE does', async (_what, more, event) => {
    const [one, other] = await pair(more);
    await seconds(2);
    expect(await statuses(one, other)).toEqual(['DOWN', 'DOWN']);
    expect(await events(one)).toEqual([event]);
    const mine = await now(other);
    expect(JSON.stringify((await now(one)).log)).not.toMatch(new RegExp(`${mine.id}|${mine.name}|secret`));
  });

  it('VPN connections try a limited number of times, and again once restarted', async () => {
    const [a, b] = [await site(), await site()];
    const one = await connect(a, b);
    await scene.clock.advance(DAY);
    const log = await events(one);
    expect([log[0], log.filter((event) => event === 'no_answer').length]).toEqual(['gave_up', 10]);
    await scene.clock.advance(DAY);
    expect(await events(one)).toEqual(log);
    // Who only answers waits: the other side has to begin.
    const other = await connect(b, a, { initiator: 'response-only' });
    await scene.clock.advance(DAY);
    expect(await statuses(one, other)).toEqual(['DOWN', 'DOWN']);
    const restarted = await scene.caller.accept('vpn_connection.restart', one);
    const settled = scene.caller.settle('vpn_connection.restart', restarted);
    expect(await statuses(one)).toEqual(['PENDING_UPDATE']);
    await seconds(2);
    await settled;
    expect(await statuses(one, other)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('a VPN connection goes down once dead peer detection notices a change of the other side, and comes back with it', async () => {
    const [one, other] = await pair();
    await seconds(2);
    await scene.caller.accept('vpn_connection.update', other, { psk: 'other-secret' });
    expect(await statuses(one, other)).toEqual(['ACTIVE', 'DOWN']);
    await seconds(119);
    expect(await statuses(one)).toEqual(['ACTIVE']);
    await seconds(1);
    expect(await statuses(one, other)).toEqual(['DOWN', 'DOWN']);
    await scene.caller.accept('vpn_connection.update', other, { psk: 'shared-secret' });
    await seconds(2);
    expect(await statuses(one, other)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('a VPN connection without dead peer detection does not notice that its other side is deleted', async () => {
    const [a, b] = [await site(), await site()];
    const [one, other] = [await connect(a, b, { dpd: { action: 'disabled', interval: 30, timeout: 120 } }), await connect(b, a)];
    await seconds(2);
    await scene.caller.accept('vpn_connection.delete', other);
    await scene.clock.advance(DAY);
    expect(await statuses(one)).toEqual(['ACTIVE']);
  });

  it('VPN connections are refused where the router has no address of the version of IP that the peer has', async () => {
    const [a, b] = [await site(), await site()];
    await expect(connect(a, b, { peer_address: '2001:db8::7' })).rejects.toMatchObject({
      fields: { peer_address: [{ code: 'vpn_router_gateway_version' }] },
    });
  });

  it('VPN connections keep the key where nobody reads it', async () => {
    const one = await connect(await site(), await site(), { psk: 'never-to-be-read' });
    const rows = [await all(scene.store, 'vpn_connection'), await all(scene.store, 'vpn_ike_policy')];
    const record = await scene.store.records.get('engine:embedded', 'vpn-keys', one);
    expect(JSON.stringify([rows, record])).not.toContain('never-to-be-read');
    expect(record).toEqual(expect.any(String));
  });
});
