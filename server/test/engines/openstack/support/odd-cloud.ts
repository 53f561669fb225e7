/** A cloud whose listings have, beside what they had, copies of one resource of which each has another member or value that is odd. */
import { isDeepStrictEqual } from 'node:util';
import { kinds } from '@gantry/contract';
import { misfitOf } from '@gantry/contract/wire/stored';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import type { Document } from '../../../../src/port/store/rows.ts';
import { ODD } from '../../../http/support/odd-rows.ts';
import { Rig } from './rig.ts';

export type Entry = Record<string, unknown>;

/** Where a kind is listed, the member of the answer that holds it, and one of it where the cloud has none at first. */
interface Listed {
  path: RegExp;
  many: string;
  like?: Entry;
}

const DATED = { created_at: '2026-11-23T12:00:00Z', updated_at: '2026-11-23T12:00:00Z' };
const PROJECT = { project_id: 'p', tenant_id: 'p' };
const NAMED = { id: 'like', name: 'like', description: '', ...PROJECT };
const BALANCED = { ...NAMED, ...DATED, provisioning_status: 'ACTIVE', operating_status: 'ONLINE', admin_state_up: true, tags: [] };
const POLICY = {
  ...NAMED,
  auth_algorithm: 'sha256',
  encryption_algorithm: 'aes-256',
  pfs: 'group14',
  lifetime: { units: 'seconds', value: 3600 },
};

/** Kinds that a service lists by the ids of their rows. */
export const LISTED: Readonly<Record<string, Listed>> = {
  project: { path: /\/v3\/projects(\?|$)/, many: 'projects' },
  domain: { path: /\/v3\/domains(\?|$)/, many: 'domains' },
  user: { path: /\/v3\/users(\?|$)/, many: 'users' },
  group: { path: /\/v3\/groups(\?|$)/, many: 'groups', like: { id: 'like', name: 'like', domain_id: 'default', description: '' } },
  flavor: { path: /\/flavors\/detail/, many: 'flavors' },
  image: { path: /\/v2\/images\?/, many: 'images' },
  network: { path: /\/networks\?/, many: 'networks' },
  security_group: { path: /\/security-groups\?/, many: 'security_groups' },
  router: {
    path: /\/routers\?/,
    many: 'routers',
    like: { ...NAMED, ...DATED, status: 'ACTIVE', external_gateway_info: null, routes: [] },
  },
  floating_ip: {
    path: /\/floatingips\?/,
    many: 'floatingips',
    like: {
      ...NAMED,
      ...DATED,
      status: 'DOWN',
      tags: [],
      floating_ip_address: '203.0.113.9',
      fixed_ip_address: null,
      floating_network_id: 'n',
      port_id: null,
      router_id: null,
      port_details: null,
    },
  },
  load_balancer: {
    path: /\/lbaas\/loadbalancers\?/,
    many: 'loadbalancers',
    like: { ...BALANCED, vip_address: '10.0.0.9', vip_port_id: 'x', vip_subnet_id: 's', vip_network_id: 'n', provider: 'amphora' },
  },
  load_balancer_pool: {
    path: /\/lbaas\/listeners\?/,
    many: 'listeners',
    like: { ...BALANCED, protocol: 'TCP', protocol_port: 80, connection_limit: -1, l7policies: [], loadbalancers: [{ id: 'b' }] },
  },
  volume: { path: /\/volumes\/detail/, many: 'volumes' },
  volume_snapshot: {
    path: /\/snapshots\/detail/,
    many: 'snapshots',
    like: {
      ...NAMED,
      ...DATED,
      status: 'available',
      size: 1,
      volume_id: 'v',
      metadata: {},
      'os-extended-snapshot-attributes:project_id': 'p',
    },
  },
  storage_policy: { path: /\/types\?/, many: 'volume_types' },
  server: { path: /\/servers\/detail/, many: 'servers' },
  node: { path: /\/os-hypervisors\/detail/, many: 'hypervisors' },
  vpn_ike_policy: { path: /\/ikepolicies\?/, many: 'ikepolicies', like: { ...POLICY, ike_version: 'v2' } },
  vpn_ipsec_policy: { path: /\/ipsecpolicies\?/, many: 'ipsecpolicies', like: POLICY },
};

/** A cloud of four servers, and its mirror with the kinds that others are made with. */
export async function oddRig(): Promise<Rig<Replay>> {
  const rig = await Rig.on(new Replay({ ...DEFAULTS, servers: 4, projects: 2 }, true), 100_000);
  for (const kind of ['project', 'domain', 'flavor', 'image']) await rig.sweepOf(kind);
  // What services say of what they list and do not know.
  for (const [path, many] of [
    [/\/images\/odd-[^/]+\/members/, 'members'],
    [/\/flavors\/odd-[^/]+\/os-flavor-access/, 'flavor_access'],
    [/\/types\/odd-[^/]+\/os-volume-type-access/, 'volume_type_access'],
  ] as const)
    rig.cloud.on('GET', path, () => ({ answer: { [many]: [] } }));
  return rig;
}

/** What is wrong after a sweep that found odd copies of a kind, as sentences; none where all is as it should be. `values`: those for a member. */
export async function sweepOdd(rig: Rig<Replay>, kind: string, values: (member: number) => readonly unknown[]): Promise<string[]> {
  const { path, many, like } = LISTED[kind]!;
  let odd: Entry[] = [];
  let isOdd = false;
  rig.cloud.on('GET', path, (_asked, usual) => {
    const told = usual();
    const had = (told.answer as Record<string, Entry[]>)[many]!;
    const entries = had.length > 0 || !like ? had : [like];
    odd = Object.keys(entries[0]!)
      .filter((member) => member !== 'id')
      .flatMap((member, place) =>
        values(place).map((value, index) => ({
          ...entries[0]!,
          id: `odd-${place}-${index}-${member.replaceAll(/\W/g, '_')}`,
          [member]: value,
        })),
      );
    return { ...told, answer: { ...(told.answer as object), [many]: isOdd ? [...odd, ...entries] : entries } };
  });
  await rig.sweepOf(kind);
  const before = await rig.documents(kind);
  isOdd = true;
  await rig.sweepOf(kind);
  const after = await rig.documents(kind);
  const wrong: string[] = [];
  if (before.size === 0 || odd.length === 0) wrong.push(`there is no ${kind}`);
  for (const [id, document] of before) if (!isDeepStrictEqual(after.get(id), document)) wrong.push(`${id} is another one`);
  let marks = 0;
  for (const { id } of odd) {
    const document = after.get(String(id));
    if (!document) wrong.push(`${String(id)} is missing`);
    else if (document['unreadable'] !== undefined) marks++;
    if (document && !isShown(kind, String(id), document)) wrong.push(`${String(id)} cannot be shown`);
  }
  if (marks === 0) wrong.push('none is marked');
  return wrong;
}

/** Whether what readers are given of it is what they are promised. */
const isShown = (kind: string, id: string, document: Document): boolean =>
  misfitOf(kinds.get(kind)!, { id, projectId: null, domainId: null, document }) === undefined;

export { ODD };
