import type { Page } from '@playwright/test';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { nouns } from '@gantry/contract';
import { actionsOf, take, type Acted } from '../support/every-dialog.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn, signInTo, type Session } from '../../tools/lib/session.ts';

/** Makes a thing of that name. Returns what its row is called. */
type Make = (session: Session, name: string) => Promise<string>;

interface Made {
  id: string;
  task_id: string;
}

const COMPUTE = '/api/v2/compute';

const ended = async (session: Session, { id, task_id }: Made): Promise<string> => {
  await expect.poll(async () => ((await session.get(`/api/v2/tasks/${task_id}`)) as { state: string }).state).toBe('success');
  return id;
};
const madeBy = async (session: Session, path: string, body: object) => ended(session, (await session.post(path, body)) as Made);

/** Makes by one call, whose thing goes by its name. */
const by =
  (path: string, body: object): Make =>
  async (session, name) => {
    await madeBy(session, path, { name, ...body });
    return name;
  };
const firstOf = async (session: Session, path: string): Promise<string> =>
  ((await session.get(path)) as { data: { id: string }[] }).data[0]!.id;
const outside = async (session: Session): Promise<string> =>
  ((await session.get(`${COMPUTE}/networks?limit=100`)) as { data: { id: string; router_external: boolean }[] }).data.find(
    ({ router_external: isExternal }) => isExternal,
  )!.id;

/** An address of the network of the project's servers that no router has of itself. */
const BESIDE = '10.64.0.250';

/** Brings the network of the project's servers within reach of floating addresses, if none of the dialogs has done that. */
async function connected(session: Session): Promise<void> {
  const network_id = await firstOf(session, `${COMPUTE}/networks?name=acme-prod-private`);
  const { data } = (await session.get(`${COMPUTE}/routers?network=${network_id}`)) as { data: { external_gateway_info: object | null }[] };
  if (data.some((router) => router.external_gateway_info !== null)) return;
  const external_gateway_info = { network_id: await outside(session) };
  const interfaces = [{ network_id, ip_address: BESIDE }];
  await madeBy(session, `${COMPUTE}/routers`, { name: 'swept-way-out', external_gateway_info, interfaces });
}

let subnets = 0;
const servers: string[] = [];

/** Nouns of a project, by the address of their list. */
const OF_PROJECT: Record<string, Make> = {
  '/compute/instances': async (session, name) => {
    const [image_id, flavor_id, network] = await Promise.all([
      firstOf(session, `${COMPUTE}/images?name=Debian%2013`),
      firstOf(session, `${COMPUTE}/flavors?name=small`),
      firstOf(session, `${COMPUTE}/networks?name=acme-prod-private`),
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
    return by(`${COMPUTE}/volume_snapshots`, { volume_id })(session, name);
  },
  '/compute/images': async (session, name) => {
    const volumeId = await madeBy(session, `${COMPUTE}/volumes`, { name: `${name}-of`, size: 1 });
    await madeBy(session, nouns.volumes.calls.uploadToImage.path.replace('{volumeId}', volumeId), { image_name: name });
    return name;
  },
  '/compute/ssh-keys': by(`${COMPUTE}/key_pairs`, { public_key: EXAMPLE_KEY }),
  '/compute/security-groups': by(nouns.securityGroups.calls.create.path, {}),
  '/compute/routers': by(`${COMPUTE}/routers`, {}),
  '/compute/networks': (session, name) =>
    by(`${COMPUTE}/networks/private`, { subnet: { cidr: `10.200.${(subnets += 1)}.0/24` } })(session, name),
  '/compute/floating-ips': async (session) => {
    await connected(session);
    const id = await madeBy(session, `${COMPUTE}/floating_ips`, { floating_network_id: await outside(session) });
    const read = nouns.floatingIps.calls.read.path.replace(/\{\w+\}/, id);
    return ((await session.get(read)) as { floating_ip_address: string }).floating_ip_address;
  },
};

const domain = (session: Session) => firstOf(session, '/api/v2/domains?name=acme');

/** Nouns of the installation. */
const OF_SYSTEM: Record<string, Make> = {
  '/compute/flavors': by(`${COMPUTE}/flavors`, { vcpus: 1, ram: 512, disk: 1, is_public: true }),
  '/compute/placements': by(`${COMPUTE}/traits`, {}),
  '/compute/storage-policies': by(nouns.storagePolicies.calls.create.path, {}),
  '/settings/domains': by('/api/v2/domains', {}),
  '/projects': async (session, name) => by(`/api/v2/domains/${await domain(session)}/projects`, {})(session, name),
  '/users': async (session, name) =>
    by(`/api/v2/domains/${await domain(session)}/users`, { password: 'correct horse battery 9' })(session, name),
  '/users/groups': async (session, name) => by(`/api/v2/domains/${await domain(session)}/groups`, {})(session, name),
};

/** Actions that a new thing cannot take: it is assigned to nothing, public, or as small as it can be. */
const OFF: Record<string, readonly string[]> = {
  '/compute/instances': ['Resize'],
  '/compute/floating-ips': ['Unassign'],
  '/compute/flavors': ['Change access'],
};

async function sweep(page: Page, fresh: Page, session: Session, path: string, made: Make): Promise<void> {
  const noun: Acted = { path, make: (name) => made(session, name) };
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
    await sweep(await as(people.lead, { path }), await as(people.lead, { path }), session, path, made);
  });

for (const [path, made] of Object.entries(OF_SYSTEM))
  test(`every action of ${path} does what it says, and the administration's list shows it as a reload does`, async ({
    as,
    people,
    product,
  }) => {
    test.setTimeout(900_000);
    const session = (await signIn(product.administration, people.admin.domain, people.admin.name, people.admin.password)).wide();
    await sweep(await as(people.admin, { path }), await as(people.admin, { path }), session, path, made);
  });
