/** What the calls of `printed-calls.tsv` are asked with: by whom, and about which things. Written with literal addresses, as the table is. */
import { expect, vi } from 'vitest';
import { PASSWORD } from '../../support/app.ts';
import { Client, type Reply } from '../../support/client.ts';

export interface Stage {
  /** By the names of the column `as`. */
  clients: Readonly<Record<string, Client>>;
  /** What stands for `{name}` in paths and bodies. */
  values: Readonly<Record<string, string>>;
}

type Item = Readonly<Record<string, unknown>> & { id: string };

/** What every pool needs to say. */
const TCP = { protocol: 'TCP', backend_protocol: 'TCP', backend_protocol_port: 80 };

/** `/a/{x}` with {x: '7'} → `/a/7`. Throws where a name has no value. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing stands for ${name} in ${text}`);
    return value;
  });

const membersAt = (values: readonly unknown[], step: string): unknown[] => {
  const name = step.replace('[]', '');
  const members = values.flatMap((value) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? [(value as Item)[name]] : [],
  );
  return step.endsWith('[]') ? members.flatMap((member) => (Array.isArray(member) ? (member as unknown[]) : [])) : members;
};

/** What stands where `path` leads: `data[].flavor.ram`. Of the things at its last step each must have the member; on the way there one may be null. */
function hasField(json: unknown, path: string): boolean {
  const steps = path.split('.');
  const last = steps.pop()!;
  const holders = steps.reduce<unknown[]>(membersAt, [json]).filter((holder) => holder !== null);
  return holders.length > 0 && holders.every((holder) => membersAt([holder], last).length > 0);
}

/** Which of the fields an answer lacks, or has although they are marked as missing. */
export const fieldFaults = (json: unknown, fields: readonly string[]): string[] =>
  fields.flatMap((field) => {
    const name = field.replace('!', '');
    const isMissing = field.startsWith('!');
    if (hasField(json, name) !== isMissing) return [];
    return [isMissing ? `${name} is answered by now: take the mark away` : `${name} is missing`];
  });

function good({ status, text, json }: Reply): Item & { data: Item[] } {
  if (status >= 400) throw new Error(`answered ${status}: ${text}`);
  return json as Item & { data: Item[] };
}

/** Signs the sample's people in and makes what the table works on. */
export async function prepare(selfService: string, administration: string): Promise<Stage> {
  const nobody = new Client(selfService);
  const signIn = async (domain: string, username: string) => {
    const user = good(await nobody.raw('POST', '/api/v2/login', { body: { domain, username, password: PASSWORD } }));
    const at = new Client(username === 'admin' ? administration : selfService, { 'X-Session-Id': String(user['token']) });
    return { user, unscoped: at, own: at.with({ 'X-Auth-Token': String(user['scoped_token']) }) };
  };
  const [person, leader, admin, leaver] = [
    await signIn('acme', 'acme-lead'),
    await signIn('acme', 'acme-admin'),
    await signIn('default', 'admin'),
    await signIn('acme', 'acme-member'),
  ];
  const project = good(await person.unscoped.raw('GET', '/api/v2/accounts/projects')).data.find(({ name }) => name === 'acme-prod')!.id;
  const entered = good(await person.unscoped.raw('POST', `/api/v2/accounts/projects/${project}/auth/`));
  const lead = person.unscoped.with({ 'X-Auth-Token': String(entered['token']) });
  const adminEntered = good(await admin.unscoped.raw('POST', `/api/v2/accounts/projects/${project}/auth/`));
  const adminIn = admin.unscoped.with({ 'X-Auth-Token': String(adminEntered['token']) });

  const all = async (path: string, client = lead) => good(await client.raw('GET', path)).data;
  /** Waits for the task that a change has begun. */
  const done = async (reply: Reply): Promise<string> => {
    const { task_id: task, id } = good(reply);
    const ended = async () => expect(good(await lead.raw('GET', `/api/v2/tasks/${String(task)}`))['state']).toBe('success');
    await vi.waitFor(ended, { timeout: 60_000, interval: 20 });
    return id;
  };
  const servers = await all('/api/v2/compute/servers?limit=100');
  const [server, running, spare] = servers.filter(({ status }) => status === 'ACTIVE');
  const volumes = (await all('/api/v2/compute/volumes?limit=100&status=available')).map(({ id }) => id);
  const [image] = (await all('/api/v2/compute/images?limit=100')).filter(
    ({ disk_format, min_ram }) => disk_format !== 'iso' && Number(min_ram) <= 512,
  );
  const [flavor] = (await all('/api/v2/compute/flavors?sort=ram:desc')).filter(({ ram }) => Number(ram) <= 2048);
  const [network] = (await all('/api/v2/compute/networks')).filter(({ router_external }) => router_external === false);
  const at = `/api/v2/compute/servers/${server!.id}`;
  await done(await lead.raw('POST', `${at}/stop`));
  await done(await lead.raw('POST', `${at}/attach-volume`, { body: { volume_id: volumes[0] } }));
  const snapshot = async (name: string, volume = volumes[1]) =>
    done(await lead.raw('POST', '/api/v2/compute/volume_snapshots', { body: { volume_id: volume, name } }));
  /** A snapshot that has failed, because the server that has the volume says so. */
  const failedSnapshot = async () => {
    await done(await lead.raw('PATCH', at, { body: { metadata: { 'gantry.fault': 'volume_snapshot' } } }));
    const asked = { volume_id: (server!['volumes'] as Item[])[0]!.id, name: 'failed' };
    const { id } = good(await lead.raw('POST', '/api/v2/compute/volume_snapshots', { body: asked }));
    const status = async () => good(await lead.raw('GET', `/api/v2/compute/volume_snapshots/${id}`))['status'];
    await vi.waitFor(async () => expect(await status()).toBe('error'), { timeout: 60_000, interval: 20 });
    return id;
  };

  const madeNetwork = async (name: string) =>
    done(await lead.raw('POST', '/api/v2/compute/networks/private', { body: { name, subnet: { cidr: '10.8.0.0/24' } } }));
  const spareNetwork = await madeNetwork('spare');
  const madeGroup = async (name: string) => done(await lead.raw('POST', '/api/v2/compute/security-groups', { body: { name } }));
  const spareGroup = await madeGroup('spare');
  const [spareRule] = good(await lead.raw('GET', `/api/v2/compute/security-groups/${spareGroup}`))['security_group_rules'] as Item[];
  const [spareSubnet] = good(await lead.raw('GET', `/api/v2/compute/networks/${spareNetwork}`))['subnets'] as Item[];

  const outside = (await all('/api/v2/compute/networks')).find(({ router_external }) => router_external === true)!.id;
  const madeRouter = async (name: string) =>
    done(await lead.raw('POST', '/api/v2/compute/routers', { body: { name, external_gateway_info: { network_id: outside } } }));
  const router = await madeRouter('kept');
  const connect = async (body: object) => done(await lead.raw('PUT', `/api/v2/compute/routers/${router}/add_interface`, { body }));
  await connect({ network_id: network!.id });
  const routedNetwork = await done(
    await lead.raw('POST', '/api/v2/compute/networks/private', { body: { name: 'routed', subnet: { cidr: '10.7.0.0/24' } } }),
  );
  await connect({ network_id: routedNetwork });
  const gate = (
    (good(await lead.raw('GET', `/api/v2/compute/routers/${router}`))['interfaces_info'] as Item[])[0]!['fixed_ips'] as Item[]
  )[0]!;
  const routes = [{ destination: '10.99.0.0/16', nexthop: String(gate['ip_address']).replace(/\d+$/, '9') }];
  await done(await lead.raw('PATCH', `/api/v2/compute/routers/${router}`, { body: { routes } }));
  const vpn = await done(
    await lead.raw('POST', '/api/v2/compute/vpn/ipsec-site-connections', {
      body: {
        name: 'kept',
        router_id: router,
        local_subnet_ids: [gate['subnet_id']],
        peer_cidrs: ['10.250.0.0/16'],
        peer_address: '203.0.113.10',
        psk: 'w7Rk2-pQ9zL_4mXc',
        ike_policy: { name: 'kept' },
        ipsec_policy: { name: 'kept' },
      },
    }),
  );
  const vpnService = String(good(await lead.raw('GET', `/api/v2/compute/vpn/ipsec-site-connections/${vpn}`))['vpnservice_id']);
  const ownKey = good(await lead.raw('POST', '/api/v2/s3service'))['key'] as Item;
  const adminsKey = good(await adminIn.raw('POST', '/api/v2/s3service'))['key'] as Item;
  const adminsAccount = good(await adminIn.raw('GET', '/api/v2/s3service/user')).id;
  const nic = (server!['networks'] as Item[])[0]!;
  await done(
    await lead.raw('POST', '/api/v2/compute/floating_ips', {
      body: { floating_network_id: outside, assign: { server_id: server!.id, mac_addr: nic['mac_addr'] } },
    }),
  );

  const acme = `/api/v2/domains/${String(person.user['domain_id'])}`;
  const madeUser = async (name: string) =>
    good(await leader.own.raw('POST', `${acme}/users`, { body: { name, password: 'correct horse battery 9' } })).id;

  const madeUserGroup = async (name: string) => good(await leader.own.raw('POST', `${acme}/groups`, { body: { name } })).id;
  const madeTrait = async (name: string) => good(await admin.own.raw('POST', '/api/v2/compute/traits', { body: { name } })).id;
  const madeDomain = async (name: string) => good(await admin.own.raw('POST', '/api/v2/domains', { body: { name } })).id;

  return {
    clients: { nobody, adminIn, user: person.unscoped, lead, domain: leader.own, admin: admin.own, leaver: leaver.unscoped },
    values: {
      service: 's3service',
      accessKey: String(ownKey['acc_key']),
      s3User: adminsAccount,
      s3UserKey: String(adminsKey['acc_key']),
      password: PASSWORD,
      project,
      domain: String(person.user['domain_id']),
      user: await madeUser('kept'),
      spareUser: await madeUser('spare'),
      userGroup: await madeUserGroup('kept'),
      spareUserGroup: await madeUserGroup('spare'),
      spareDomain: await madeDomain('spare'),
      node: (await all('/api/v2/compute/nodes', admin.own))[0]!.id,
      spareNode: (good(await admin.own.raw('GET', '/api/v2/compute/cluster'))['available_nodes'] as Item[])[0]!.id,
      trait: (await all('/api/v2/compute/traits'))[0]!.id,
      target: 'images',
      spareTrait: await madeTrait('spare'),
      group: (await all('/api/v2/compute/security-groups'))[0]!.id,
      image: image!.id,
      flavor: flavor!.id,
      network: network!.id,
      server: server!.id,
      balancer: await done(
        await lead.raw('POST', '/api/v2/compute/lbaas/loadbalancers', {
          body: {
            name: 'kept',
            network_id: network!.id,
            pools: [{ name: 'web', ...TCP, protocol_port: 80, members: [{ server_id: running!.id }] }],
          },
        }),
      ),
      running: running!.id,
      spare: spare!.id,
      attached: volumes[0]!,
      volume: volumes[1]!,
      bootVolume: (server!['volumes'] as Item[])[0]!.id,
      spareVolume: await done(await lead.raw('POST', '/api/v2/compute/volumes', { body: { name: 'spare', size: 1 } })),
      spareNetwork,
      spareSubnet: spareSubnet!.id,
      otherNetwork: await madeNetwork('other'),
      spareGroup,
      spareRule: spareRule!.id,
      router,
      routedNetwork,
      vpn,
      vpnService,
      spareRouter: await madeRouter('spare'),
      otherRouter: await madeRouter('other'),
      otherGroup: await madeGroup('other'),
      task: (await all('/api/v2/tasks'))[0]!.id,
      snapshot: await snapshot('kept'),
      spareSnapshot: await snapshot('to go'),
      lastSnapshot: await snapshot('last', volumes[2]),
      failedSnapshot: await failedSnapshot(),
    },
  };
}
