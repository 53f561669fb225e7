import type { Page } from '@playwright/test';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { nouns } from '@gantry/contract';
import { fillPath } from '@gantry/contract/wire/call';
import { actionsOf, take, type Acted } from '../support/every-dialog.ts';
import { expect, test } from '../support/fixtures.ts';
import { COMPUTE, connected, firstOf, madeBy, outside, privateNetwork } from '../support/made.ts';
import { signIn, signInTo, type Session } from '../../tools/lib/session.ts';

/** Makes a thing of that name; `tenant`: in the project that has the servers. Returns what its row is called. */
type Make = (session: Session, name: string, tenant: () => Promise<Session>) => Promise<string>;

/** Makes by one call, whose thing goes by its name. */
const by =
  (path: string, body: object): Make =>
  async (session, name) => {
    await madeBy(session, path, { name, ...body });
    return name;
  };

/** A balancer that no other test has, with room for pools. */
let front: Promise<string> | undefined;
const balancerOfPools = (session: Session): Promise<string> =>
  (front ??= privateNetwork(session).then((network_id) =>
    madeBy(session, nouns.loadBalancers.calls.create.path, { name: 'swept-front', network_id }),
  ));

let subnets = 0;
const servers: string[] = [];
const balancers: string[] = [];
let ports = 8000;

/** Nouns of a project, by the address of their list. */
const OF_PROJECT: Record<string, Make> = {
  '/compute/instances': async (session, name) => {
    const [image_id, flavor_id, network] = await Promise.all([
      firstOf(session, `${COMPUTE}/images?name=Debian%2013`),
      firstOf(session, `${COMPUTE}/flavors?name=small`),
      privateNetwork(session),
    ]);
    const { path } = nouns.servers.calls.delete;
    // The quota holds for some at a time.
    for (const id of servers.splice(0)) await session.delete(path.replace(/\{\w+\}/, id));
    servers.push(await madeBy(session, `${COMPUTE}/servers`, { name, image_id, flavor_id, network_ids: [network] }));
    return name;
  },
  '/compute/volumes': by(`${COMPUTE}/volumes`, { size: 1 }),
  '/compute/volume-snapshots': async (session, name) => {
    const volume_id = await madeBy(session, `${COMPUTE}/volumes`, { name: `${name}-of`, size: 1 });
    await madeBy(session, `${COMPUTE}/volume_snapshots`, { name, volume_id });
    return name;
  },
  '/compute/images': async (session, name) => {
    const volumeId = await madeBy(session, `${COMPUTE}/volumes`, { name: `${name}-of`, size: 1 });
    await madeBy(session, nouns.volumes.calls.uploadToImage.path.replace('{volumeId}', volumeId), { image_name: name });
    return name;
  },
  '/compute/ssh-keys': by(`${COMPUTE}/key_pairs`, { public_key: EXAMPLE_KEY }),
  '/compute/security-groups': by(nouns.securityGroups.calls.create.path, {}),
  '/compute/routers': by(`${COMPUTE}/routers`, {}),
  '/compute/networks': async (session, name) => {
    await madeBy(session, `${COMPUTE}/networks/private`, { name, subnet: { cidr: `10.200.${(subnets += 1)}.0/24` } });
    return name;
  },
  '/compute/floating-ips': async (session) => {
    await connected(session);
    const id = await madeBy(session, `${COMPUTE}/floating_ips`, { floating_network_id: await outside(session) });
    const read = nouns.floatingIps.calls.read.path.replace(/\{\w+\}/, id);
    return ((await session.get(read)) as { floating_ip_address: string }).floating_ip_address;
  },
  '/compute/load-balancers': async (session, name) => {
    await connected(session);
    // The quota holds for some at a time; the last one may still be on the screen.
    for (const id of balancers.splice(0, balancers.length - 1))
      await session.delete(fillPath(nouns.loadBalancers.calls.delete.path, { loadBalancerId: id }));
    balancers.push(await madeBy(session, nouns.loadBalancers.calls.create.path, { name, network_id: await privateNetwork(session) }));
    return name;
  },
  '/compute/vpn': async (session, name) => {
    const router_id = await connected(session);
    const { subnets: own } = (await session.get(`${COMPUTE}/networks/${await privateNetwork(session)}`)) as { subnets: { id: string }[] };
    await madeBy(session, nouns.vpnConnections.calls.create.path, {
      name,
      router_id,
      local_subnet_ids: [own[0]!.id],
      peer_cidrs: [`10.201.${(subnets += 1)}.0/24`],
      peer_address: '203.0.113.200',
      psk: 'w7Rk2-pQ9zL_4mXc',
      ike_policy: { name },
      ipsec_policy: { name },
    });
    return name;
  },
};

const domain = (session: Session) => firstOf(session, '/api/v2/domains?name=acme');
const inAcme =
  (path: string, body: object): Make =>
  async (session, name) => {
    await madeBy(session, `/api/v2/domains/${await domain(session)}/${path}`, { name, ...body });
    return name;
  };

/** Nouns of the installation. */
const OF_SYSTEM: Record<string, Make> = {
  '/compute/flavors': by(`${COMPUTE}/flavors`, { vcpus: 1, ram: 512, disk: 1, is_public: true }),
  '/compute/placements': by(`${COMPUTE}/traits`, {}),
  '/compute/storage-policies': by(nouns.storagePolicies.calls.create.path, {}),
  '/settings/domains': by('/api/v2/domains', {}),
  '/projects': inAcme('projects', {}),
  '/users': inAcme('users', { password: 'correct horse battery 9' }),
  '/users/groups': inAcme('groups', {}),
  '/compute/load-balancer-pools': async (_session, name, tenant) => {
    const session = await tenant();
    const way = { protocol: 'TCP', protocol_port: (ports += 1), backend_protocol: 'TCP', backend_protocol_port: 80 };
    await madeBy(session, nouns.loadBalancerPools.calls.create.path, { name, loadbalancer_id: await balancerOfPools(session), ...way });
    return name;
  },
};

/** Actions that a new thing cannot take: it is assigned to nothing, public, or as small as it can be. */
const OFF: Record<string, readonly string[]> = {
  '/compute/instances': ['Resize'],
  '/compute/floating-ips': ['Unassign'],
  '/compute/flavors': ['Change access'],
};

async function sweep(page: Page, fresh: Page, session: Session, path: string, made: Make, tenant: () => Promise<Session>): Promise<void> {
  const noun: Acted = { path, make: (name) => made(session, name, tenant) };
  const stamp = `swept-${path.split('/').at(-1)}`;
  const all = await actionsOf(page, noun, await noun.make(`${stamp}-0`));
  // The others are the browser's own: they ask nothing of the platform, or open a window.
  const actions = all.filter((action) => !/^(Copy: .*|Download|Open console)$/.test(action));
  expect(actions.length).toBeGreaterThan(0);
  const off: string[] = [];
  const faults: string[] = [];
  for (const [index, action] of actions.entries())
    await take(page, fresh, session, noun, action, `${stamp}-${index + 1}`).then(
      (outcome) => void (outcome === 'off' && off.push(action)),
      async (error: Error) => {
        faults.push(`${action}: ${error.message}`);
        await page.reload();
      },
    );
  expect([faults, off]).toEqual([[], OFF[path] ?? []]);
}

for (const [path, made] of Object.entries(OF_PROJECT))
  test(`every action of ${path} does what it says, and the list shows it as a reload does`, async ({ as, people, product }) => {
    test.setTimeout(900_000);
    const { domain, name, password, project = '' } = people.lead;
    const session = await signInTo(product.selfService, domain, name, project, password);
    await sweep(await as(people.lead, { path }), await as(people.lead, { path }), session, path, made, () => Promise.resolve(session));
  });

for (const [path, made] of Object.entries(OF_SYSTEM))
  test(`every action of ${path} does what it says, and the administration's list shows it as a reload does`, async ({
    as,
    people,
    product,
  }) => {
    test.setTimeout(900_000);
    const session = (await signIn(product.administration, people.admin.domain, people.admin.name, people.admin.password)).wide();
    const { domain: of, name, password, project = '' } = people.lead;
    const tenant = () => signInTo(product.selfService, of, name, project, password);
    await sweep(await as(people.admin, { path }), await as(people.admin, { path }), session, path, made, tenant);
  });
