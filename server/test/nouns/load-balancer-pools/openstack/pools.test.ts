/** Pools on a cloud that keeps listeners, pools, members and monitors. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { poolKind } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { Stage, WEB } from '../../load-balancers/openstack/stage.ts';
import { CERTIFICATE, AUTHORITY, KEY } from '../pem.ts';

const HTTP_MONITOR = { type: 'HTTP', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 } as const;

describe('pools of load balancers on OpenStack', () => {
  let stage: Stage;
  let answersAsBefore: () => void;
  let balancer: string;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  beforeEach(async () => {
    answersAsBefore = stage.bench.cloud.keepAnswers();
    stage.reset();
    balancer = await stage.balancer();
    stage.bench.cloud.asked.splice(0);
  });
  afterEach(() => answersAsBefore());
  afterAll(() => stage.close());

  const members = () => stage.machines.slice(0, 2).map(({ id }) => ({ server_id: id, weight: 1, enabled: true }));
  const shown = async (id: string) => (await stage.row('load_balancer_pool', id)).document;
  const update = async (id: string, body: object) =>
    stage.done('load_balancer_pool.update', await stage.row('load_balancer_pool', id), body);
  const changes = () =>
    stage.bench.cloud.asked
      .filter(({ service, method }) => service === 'load-balancer' && method !== 'GET')
      .map(({ method, place, sent }) => [method, place.split('/')[3], sent] as const);

  it('a load balancer pool is a listener, a pool, a monitor and members, made in this order, and read as one', async () => {
    const [one, two] = stage.machines;
    const id = await stage.pool(balancer, {
      description: 'shop',
      sticky_session: true,
      connection_limit: 100,
      allowed_cidrs: ['192.0.2.0/24', '10.0.0.0/8'],
      insert_headers: { 'X-Forwarded-For': true },
      members: members(),
      healthmonitor: HTTP_MONITOR,
    });
    expect(changes().map(([method, place]) => `${method} ${place}`)).toEqual([
      'POST listeners',
      'POST pools',
      'POST healthmonitors',
      'PUT pools',
    ]);
    const document = await shown(id);
    expect(document).toMatchObject({
      name: 'web',
      description: 'shop',
      status: 'ACTIVE',
      loadbalancer_id: balancer,
      ...WEB,
      lb_algorithm: 'ROUND_ROBIN',
      sticky_session: true,
      connection_limit: 100,
      allowed_cidrs: ['10.0.0.0/8', '192.0.2.0/24'],
      insert_headers: { 'X-Forwarded-For': true },
      healthmonitor: { ...HTTP_MONITOR, url_path: '/' },
      read_only: null,
    });
    expect(document['members']).toEqual(
      expect.arrayContaining(
        [one, two].map((machine) =>
          expect.objectContaining({
            server_id: machine!.id,
            address: machine!.address,
            protocol_port: 8080,
            health: 'HEALTHY',
            gone: false,
          }),
        ),
      ),
    );
    expect(poolKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
    expect((await stage.row('load_balancer', balancer)).document).toMatchObject({ pools: [{ id }], members_count: 2 });
  });

  it('a load balancer pool that does not fit is refused at its field before anything is asked of the cloud', async () => {
    const refused = (body: object, fields: object) => expect(stage.pool(balancer, body)).rejects.toMatchObject({ fields });
    const [first] = members();
    await refused({ protocol: 'UDP' }, { backend_protocol: [{ code: 'pool_protocols' }] });
    await refused({ allowed_cidrs: ['fd00::/8'] }, { 'allowed_cidrs.0': [{ code: 'cidr_version' }] });
    await refused({ members: [{ server_id: 'nobody', weight: 1, enabled: true }] }, { 'members.0.server_id': [{ code: 'unknown_id' }] });
    await refused({ members: [{ ...first, address: '192.0.2.9' }] }, { 'members.0.address': [{ code: 'member_address' }] });
    expect(changes()).toEqual([]);
    await stage.pool(balancer);
    await refused({}, { protocol_port: [{ code: 'pool_port_taken' }] });
    await stage.pool(balancer, { protocol: 'UDP', backend_protocol: 'UDP' });
  });

  it('a load balancer pool is changed by what is other than before only; settings unknown here stay', async () => {
    const id = await stage.pool(balancer, { members: members(), insert_headers: { 'X-Forwarded-For': true }, healthmonitor: HTTP_MONITOR });
    const { listeners, monitors, members: kept } = stage.octavia;
    listeners.change(id, { insert_headers: { 'X-Forwarded-For': 'true', 'X-Theirs': 'true' }, timeout_client_data: 7 });
    monitors.change(stage.all(monitors)[0]!.id, { expected_codes: '200-204' });
    const [first] = stage.all(kept);
    kept.change(first!.id, { backup: true });
    stage.bench.cloud.asked.splice(0);
    await update(id, {
      name: 'web',
      connection_limit: 5,
      insert_headers: { 'X-SSL-Client-Issuer': false, 'X-Forwarded-Port': true },
      lb_algorithm: 'SOURCE_IP',
      healthmonitor: { ...HTTP_MONITOR, delay: 9 },
      members: members().map((one) => (one.server_id === stage.machines[0]!.id ? { ...one, weight: 0 } : one)),
    });
    const weighted = stage.all(kept).find(({ address }) => address === stage.machines[0]!.address)!;
    expect(changes()).toEqual([
      ['PUT', 'listeners', { listener: { connection_limit: 5, insert_headers: { 'X-Theirs': 'true', 'X-Forwarded-Port': 'true' } } }],
      ['PUT', 'pools', { pool: { lb_algorithm: 'SOURCE_IP' } }],
      ['PUT', 'healthmonitors', { healthmonitor: { delay: 9 } }],
      ['PUT', 'pools', { member: { weight: 0 } }],
    ]);
    expect(kept.items.get(weighted.id)).toMatchObject({ weight: 0 });
    expect(stage.all(kept).filter(({ backup }) => backup === true)).toHaveLength(1);
    expect(stage.all(monitors)).toMatchObject([{ expected_codes: '200-204', delay: 9 }]);
    expect(await shown(id)).toMatchObject({ connection_limit: 5, lb_algorithm: 'SOURCE_IP', insert_headers: { 'X-Forwarded-Port': true } });
    // Another check is another monitor; none is none.
    await update(id, { healthmonitor: { ...HTTP_MONITOR, type: 'TCP' } });
    expect(stage.all(monitors)).toMatchObject([{ type: 'TCP' }]);
    await update(id, { healthmonitor: null, members: [members()[1]!] });
    expect(await shown(id)).toMatchObject({ healthmonitor: null, members: [{ server_id: stage.machines[1]!.id }] });
    expect(stage.octavia.members.items.size).toBe(1);
  });

  it('all parts of one change of a load balancer pool are carried out, whatever the cloud keeps in other words', async () => {
    const tls = { certificate: CERTIFICATE + AUTHORITY, private_key: KEY, client_ca: AUTHORITY };
    const https = { protocol: 'HTTPS', protocol_port: 443, tls, allowed_cidrs: ['192.0.2.0/24'], members: members() };
    const id = await stage.pool(balancer, { ...https, healthmonitor: HTTP_MONITOR });
    const { listeners } = stage.octavia;
    listeners.change(id, { client_authentication: 'OPTIONAL' });
    // As if the service kept every name in upper case.
    stage.bench.cloud.on('PUT', new RegExp(`/listeners/${id}$`), (_, usual) => {
      const told = usual();
      listeners.change(id, { name: 'WEB' });
      return told;
    });
    await update(id, {
      name: 'shop',
      tls,
      allowed_cidrs: [],
      lb_algorithm: 'SOURCE_IP',
      sticky_session: true,
      healthmonitor: { ...HTTP_MONITOR, type: 'PING' },
      members: [{ ...members()[0]!, weight: 7 }],
    });
    expect(await shown(id)).toMatchObject({
      allowed_cidrs: [],
      lb_algorithm: 'SOURCE_IP',
      sticky_session: true,
      healthmonitor: { type: 'PING' },
      members: [{ server_id: stage.machines[0]!.id, weight: 7 }],
    });
    // What another program has set stays as it is.
    expect(stage.all(listeners)).toMatchObject([{ client_authentication: 'OPTIONAL' }]);
  });

  it('another type of monitor of a load balancer pool keeps what nothing is said of here, also after a crash', async () => {
    const id = await stage.pool(balancer, { protocol: 'TCP', backend_protocol: 'TCP', healthmonitor: HTTP_MONITOR });
    const { monitors } = stage.octavia;
    monitors.change(stage.all(monitors)[0]!.id, { expected_codes: '200-204', http_method: 'HEAD', name: 'alive' });
    const body = { healthmonitor: { ...HTTP_MONITOR, type: 'HTTPS' } };
    const row = await stage.row('load_balancer_pool', id);
    const task = await stage.task();
    const { accept, recover, settle } = stage.command('load_balancer_pool.update');
    await accept(task, row, body);
    const requested = { engine: 'cloud', kind: 'load_balancer_pool', id, revision: row.revision };
    await settle!(task, (await recover!({ ...task, requested }, id, body))!, body);
    expect(stage.all(monitors)).toMatchObject([{ type: 'HTTPS', expected_codes: '200-204', http_method: 'HEAD', name: 'alive' }]);
  });

  it('a load balancer pool keeps members without a machine, and those whose machine is gone, when others are changed', async () => {
    const id = await stage.pool(balancer, { members: members() });
    const { members: kept, pools } = stage.octavia;
    const [pool] = stage.all(pools);
    const theirs = { loadbalancer_id: balancer, project_id: stage.projectId, pool_id: pool!.id, provisioning_status: 'ACTIVE' };
    kept.create({ ...theirs, address: '192.0.2.7', protocol_port: 8080, admin_state_up: false, operating_status: 'OFFLINE' }, 'theirs');
    const [gone] = stage.all(kept);
    kept.change(gone!.id, { tags: ['gantry_server nobody'] });
    await stage.swept();
    const shownMembers = (await shown(id))['members'] as { server_id: string | null; address: string; health: string; gone: boolean }[];
    expect(shownMembers.find(({ address }) => address === '192.0.2.7')).toMatchObject({ server_id: null, health: 'DISABLED', gone: false });
    const lost = shownMembers.find(({ server_id: server }) => server === 'nobody')!;
    expect(lost).toMatchObject({ health: 'ERROR', gone: true });
    await update(id, { members: [{ server_id: 'nobody', address: lost.address, weight: 0, enabled: true }] });
    expect(stage.all(kept).map((one) => [one.id, one['weight']])).toEqual([
      [gone!.id, 0],
      ['theirs', 1],
    ]);
    // Who has the address now takes the place of the one that is gone.
    const next = stage.machines.find(({ address }) => address === lost.address)!.id;
    const named = (server_id: string) => ({ server_id, address: lost.address, weight: 3, enabled: true });
    await update(id, { members: [named('nobody'), named(next)] });
    const [member] = (await shown(id))['members'] as object[];
    expect(member).toMatchObject({ id: gone!.id, server_id: next, weight: 3, gone: false });
  });

  it('changes of pools are refused with the reason while their load balancer is being changed', async () => {
    const id = await stage.pool(balancer);
    const release = stage.octavia.hold();
    const busy = { code: 'state_conflict', reason: { code: 'load_balancer_busy' } };
    stage.octavia.balancers.change(balancer, { provisioning_status: 'PENDING_UPDATE' });
    await expect(update(id, { connection_limit: 5 })).rejects.toMatchObject(busy);
    await expect(stage.pool(balancer, { protocol_port: 81 })).rejects.toMatchObject(busy);
    await expect(stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', id), {})).rejects.toMatchObject(busy);
    release();
    stage.octavia.balancers.change(balancer, { provisioning_status: 'ACTIVE' });
    await update(id, { connection_limit: 5 });
    expect(stage.all(stage.octavia.listeners)).toMatchObject([{ connection_limit: 5 }]);
  });

  it('a load balancer pool is taken away where a later piece is refused, and finished after a crash', async () => {
    const lift = stage.bench.cloud.on('PUT', /\/members$/, () => ({ status: 400, answer: { faultcode: 'Client', faultstring: 'No.' } }));
    await expect(stage.pool(balancer, { members: members() })).rejects.toMatchObject({ detail: 'No.' });
    const { listeners, pools, members: kept } = stage.octavia;
    expect([listeners, pools, kept].flatMap(stage.all)).toEqual([]);
    lift();
    const body = { loadbalancer_id: balancer, name: 'web', ...WEB, members: members() };
    const task = await stage.task();
    const { accept, recover, settle } = stage.command('load_balancer_pool.create');
    const { id } = await accept(task, null, body);
    const found = await recover!(task, null, body);
    expect(found?.id).toBe(id);
    await settle!(task, found!, body);
    await settle!(task, found!, body);
    expect([listeners, pools].map((one) => one.items.size)).toEqual([1, 1]);
    expect((await shown(id))['members']).toHaveLength(2);
  });

  it('load balancer pools are deleted with all their pieces, several of one load balancer together', async () => {
    const ids = [await stage.pool(balancer, { members: members() }), await stage.pool(balancer, { protocol_port: 81 })];
    await Promise.all(ids.map(async (id) => stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', id), {})));
    const { listeners, pools, members: kept } = stage.octavia;
    expect([listeners, pools, kept].flatMap(stage.all)).toEqual([]);
    expect(await stage.isGone('load_balancer_pool', ids[0]!)).toBe(true);
    expect((await stage.row('load_balancer', balancer)).document).toMatchObject({ pools: [], members_count: 0 });
  });

  it('pools of one load balancer are deleted together whichever request arrives first', async () => {
    const [first, second] = [await stage.pool(balancer), await stage.pool(balancer, { protocol_port: 81 })];
    const { cloud } = stage.bench;
    const arrived = Promise.withResolvers<void>();
    cloud.on('DELETE', new RegExp(`/listeners/${second}`), (_, usual) => {
      arrived.resolve();
      return usual();
    });
    cloud.on('GET', new RegExp(`/listeners/${first}`), async (_, usual) => {
      await arrived.promise;
      return usual();
    });
    const remove = async (id: string) => stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', id), {});
    await Promise.all([first, second].map(remove));
    expect([stage.octavia.listeners, stage.octavia.pools].flatMap(stage.all)).toEqual([]);
  });

  it('load balancer pools that others made in another way are shown with the reason, and only deleted', async () => {
    const { listeners, pools, members: kept, monitors, policies } = stage.octavia;
    const theirs = { loadbalancer_id: balancer, project_id: stage.projectId, provisioning_status: 'ACTIVE' };
    const http = { protocol: 'HTTP', lb_algorithm: 'ROUND_ROBIN', ...theirs };
    const behind = (pool: object, listener: object = {}, port = 1000 + listeners.items.size) => {
      const made = pools.create({ ...http, ...pool });
      return [
        listeners.create({ ...theirs, protocol: 'HTTP', protocol_port: port, default_pool_id: made.id, ...listener }).id,
        made.id,
      ] as const;
    };
    const [policed, admitted] = behind({ name: 'admins' }, { name: 'front', l7policies: [{ id: 'p' }, { id: 'q' }] });
    policies.create({ ...theirs, name: 'to-admins', listener_id: policed }, 'p');
    const member = { protocol_port: 80, operating_status: 'ONLINE', admin_state_up: true, pool_id: admitted };
    kept.create({ ...theirs, ...member, address: '192.0.2.8' }, 'm');
    const [shared, both] = behind({});
    const second = listeners.create({ ...theirs, protocol: 'HTTP', protocol_port: 2000, default_pool_id: both }).id;
    const alone = pools.create(http).id;
    const empty = listeners.create({ ...theirs, protocol: 'HTTP', protocol_port: 2001 }).id;
    const [sctp] = behind({ protocol: 'SCTP' }, { protocol: 'SCTP' });
    const [ported] = behind({ lb_algorithm: 'SOURCE_IP_PORT' });
    const [hello, watched] = behind({});
    pools.change(watched, {
      healthmonitor_id: monitors.create({ ...theirs, type: 'TLS-HELLO', delay: 5, timeout: 3, max_retries: 3, pool_id: watched }).id,
    });
    const [mixed, several] = behind({});
    for (const port of [80, 81])
      kept.create({
        ...theirs,
        pool_id: several,
        address: '192.0.2.7',
        protocol_port: port,
        operating_status: 'ERROR',
        admin_state_up: true,
      });
    await stage.swept();
    const why = Object.fromEntries(
      await Promise.all(
        Object.entries({ policed, shared, second, alone, empty, sctp, ported, hello, mixed }).map(
          async ([name, id]) => [name, (await shown(id))['read_only']] as const,
        ),
      ),
    );
    expect(why).toEqual({
      policed: 'pool_l7_policies',
      shared: 'pool_shared',
      second: 'pool_shared',
      alone: 'pool_without_listener',
      empty: 'pool_without_servers',
      sctp: 'pool_protocols_foreign',
      ported: 'pool_algorithm_foreign',
      hello: 'pool_monitor_foreign',
      mixed: 'pool_ports_differ',
    });
    expect((await shown(mixed))['members']).toMatchObject([
      { server_id: null, address: '192.0.2.7', health: 'UNHEALTHY', gone: false },
      { server_id: null, address: '192.0.2.7' },
    ]);
    expect(await shown(alone)).toMatchObject({ protocol: null, protocol_port: null });
    for (const id of [policed, shared, second, alone, empty, sctp, ported, hello, mixed]) {
      const { document } = await stage.row('load_balancer_pool', id);
      expect(poolKind.entity.safeParse({ ...document, revision: 1 }).error).toBeUndefined();
    }
    // What they are made of is named, and what of that others use as well.
    const piece = (sort: string, id: string, name: string | null, shared = false) => ({ sort, id, name, shared });
    expect((await shown(policed))['pieces']).toEqual([
      piece('listener', policed, 'front'),
      piece('l7policy', 'p', 'to-admins'),
      piece('l7policy', 'q', null),
      piece('pool', admitted, 'admins'),
      piece('member', 'm', '192.0.2.8 80'),
    ]);
    expect((await shown(shared))['pieces']).toEqual([piece('listener', shared, null), piece('pool', both, null, true)]);
    // What the other listener hands over to stays.
    await stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', shared), {});
    expect(pools.items.has(both)).toBe(true);
    await stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', second), {});
    expect(pools.items.has(both)).toBe(false);
    await stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', alone), {});
    expect(pools.items.has(alone)).toBe(false);
  });
});
