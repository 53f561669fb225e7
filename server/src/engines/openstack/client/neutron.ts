import { z } from 'zod';
import type { Api } from './api.ts';
import { itemsOf, type Items } from './items.ts';
import { chunks } from './pages.ts';

export const neutronNetwork = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  project_id: z.string(),
  shared: z.boolean().default(false),
  mtu: z.number().int().nullish(),
  'router:external': z.boolean().default(false),
  'provider:network_type': z.string().nullish(),
});
export type NeutronNetwork = z.infer<typeof neutronNetwork>;

export const neutronSubnet = z.object({
  id: z.string(),
  name: z.string().nullish(),
  network_id: z.string(),
  ip_version: z.union([z.literal(4), z.literal(6)]),
  cidr: z.string(),
  gateway_ip: z.string().nullish(),
  enable_dhcp: z.boolean(),
});
export type NeutronSubnet = z.infer<typeof neutronSubnet>;

export const neutronPort = z.object({
  id: z.string(),
  network_id: z.string(),
  device_id: z.string(),
  mac_address: z.string(),
  fixed_ips: z.array(z.object({ ip_address: z.string() })),
  /** How the guest gets it: `normal`, or a device of the node such as `direct`. */
  'binding:vnic_type': z.string().nullish(),
  /** Absent where the service has no such extension. */
  port_security_enabled: z.boolean().nullish(),
  security_groups: z.array(z.string()).nullish(),
  /** `gantry_task` on a port that Gantry made for a server. */
  description: z.string().nullish(),
});
export type NeutronPort = z.infer<typeof neutronPort>;

const rbacPolicy = z.object({ id: z.string(), object_id: z.string(), target_tenant: z.string() });
export type RbacPolicy = z.infer<typeof rbacPolicy>;

/** Servers asked for in one request: 60 ids of 47 characters stay below the 4 KiB that the smallest web server takes as an address. */
const DEVICES = 60;
const LIMIT = 1000;
const PORT_FIELDS = Object.keys(neutronPort.shape).map((field) => ['fields', field] as const);

export async function listNetworks(api: Api, limit: number, marker: string | undefined): Promise<Items<NeutronNetwork>> {
  const answer = await api.ask('network', {
    path: '/networks',
    query: { limit, marker, sort_key: 'id', sort_dir: 'asc' },
    answer: z.object({ networks: itemsOf(neutronNetwork) }),
  });
  return answer.body.networks;
}

export async function getNetwork(api: Api, id: string): Promise<NeutronNetwork> {
  const path = `/networks/${encodeURIComponent(id)}`;
  return (await api.ask('network', { path, answer: z.object({ network: neutronNetwork }) })).body.network;
}

/** The subnets of some networks. */
export const listSubnets = (api: Api, networkIds: readonly string[]): Promise<NeutronSubnet[]> =>
  byIds('/subnets', 'network_id', networkIds, [], async (request) => {
    const answer = await api.ask('network', { ...request, answer: z.object({ subnets: z.array(neutronSubnet) }) });
    return answer.body.subnets;
  });

/** Who else sees some networks. `*` as target is everyone. */
export const listRbac = (api: Api, networkIds: readonly string[]): Promise<RbacPolicy[]> =>
  byIds('/rbac-policies', 'object_id', networkIds, [['object_type', 'network']], async (request) => {
    const answer = await api.ask('network', { ...request, answer: z.object({ rbac_policies: z.array(rbacPolicy) }) });
    return answer.body.rbac_policies;
  });

/** The ports of some servers. */
export const listPorts = (api: Api, serverIds: readonly string[]): Promise<NeutronPort[]> =>
  byIds('/ports', 'device_id', serverIds, PORT_FIELDS, async (request) => {
    const answer = await api.ask('network', { ...request, answer: z.object({ ports: z.array(neutronPort) }) });
    return answer.body.ports;
  });

/** A listing narrowed to ids, a few at a time, all pages of each. */
async function byIds<T extends { id: string }>(
  path: string,
  key: string,
  ids: readonly string[],
  more: readonly (readonly [string, string])[],
  ask: (request: { path: string; query: URLSearchParams }) => Promise<T[]>,
): Promise<T[]> {
  const result: T[] = [];
  for (const some of chunks(ids, DEVICES)) {
    let marker: string | undefined;
    do {
      const query = new URLSearchParams({ limit: String(LIMIT) });
      for (const id of some) query.append(key, id);
      for (const [name, value] of more) query.append(name, value);
      if (marker) query.set('marker', marker);
      const page = await ask({ path, query });
      result.push(...page);
      marker = page.length >= LIMIT ? page.at(-1)!.id : undefined;
    } while (marker);
  }
  return result;
}
