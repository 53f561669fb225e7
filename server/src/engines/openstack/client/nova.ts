import { z } from 'zod';
import type { Api } from './api.ts';
import { collection } from './collection.ts';
import { instantText, itemsOf, type Items } from './items.ts';

/** Lowest version whose servers carry their flavor's figures; includes description (2.19), host status (2.16) and locked (2.9). */
const SERVERS = '2.47';
/** Lowest version that says why a server is locked. */
const LOCKED_REASON = '2.73';
const serversVersion = async (api: Api): Promise<string> => ((await api.offers('compute', LOCKED_REASON)) ? LOCKED_REASON : SERVERS);
/** Lowest version with hypervisors and services under their unique ids. Above 2.87 the figures are gone. */
const HYPERVISORS = '2.53';
/** Lowest version with extra specs in the flavors' list. */
const FLAVORS = '2.61';

const address = z.object({ addr: z.string(), 'OS-EXT-IPS:type': z.string().nullish(), 'OS-EXT-IPS-MAC:mac_addr': z.string().nullish() });

export const novaServer = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  status: z.string(),
  tenant_id: z.string(),
  user_id: z.string(),
  metadata: z.record(z.string(), z.string()),
  image: z.union([z.object({ id: z.string() }), z.literal('')]).nullish(),
  flavor: z.object({
    vcpus: z.number(),
    ram: z.number(),
    disk: z.number(),
    original_name: z.string(),
    extra_specs: z.record(z.string(), z.string()).optional(),
  }),
  created: instantText,
  updated: instantText.nullish(),
  addresses: z.record(z.string(), z.array(address)),
  key_name: z.string().nullish(),
  fault: z.object({ message: z.string() }).nullish(),
  locked: z.boolean().optional(),
  locked_reason: z.string().nullish(),
  tags: z.array(z.string()).default([]),
  host_status: z.string().nullish(),
  'OS-EXT-STS:task_state': z.string().nullish(),
  'OS-SRV-USG:launched_at': z.string().nullish(),
  'OS-EXT-STS:power_state': z.number().nullish(),
  'OS-EXT-AZ:availability_zone': z.string().nullish(),
  'OS-EXT-SRV-ATTR:host': z.string().nullish(),
  'OS-EXT-SRV-ATTR:hostname': z.string().nullish(),
  'os-extended-volumes:volumes_attached': z.array(z.object({ id: z.string(), delete_on_termination: z.boolean().optional() })).default([]),
});
export type NovaServer = z.infer<typeof novaServer>;

export const novaFlavor = z.object({
  id: z.string(),
  name: z.string(),
  vcpus: z.number().int(),
  ram: z.number().int(),
  disk: z.number().int(),
  /** MiB; before 2.75 an empty text where there is none. */
  swap: z.union([z.number().int(), z.literal('').transform(() => 0)]),
  'os-flavor-access:is_public': z.boolean().default(true),
  extra_specs: z.record(z.string(), z.string()).default({}),
});
export type NovaFlavor = z.infer<typeof novaFlavor>;

export const novaHypervisor = z.object({
  id: z.string(),
  hypervisor_hostname: z.string(),
  state: z.string(),
  status: z.string(),
  hypervisor_type: z.string().nullish(),
  host_ip: z.string().nullish(),
  service: z.object({ host: z.string(), disabled_reason: z.string().nullish() }),
  vcpus: z.number().int(),
  vcpus_used: z.number().int(),
  memory_mb: z.number(),
  memory_mb_used: z.number(),
  local_gb: z.number(),
  free_disk_gb: z.number(),
  running_vms: z.number().int(),
  cpu_info: z.union([z.object({ model: z.string().optional() }), z.string()]).nullish(),
});
export type NovaHypervisor = z.infer<typeof novaHypervisor>;

const service = z.object({ updated_at: z.string().nullish() });

export interface ServersQuery {
  limit: number;
  marker?: string | undefined;
  /** ISO instant on the compute service's clock; then deleted servers are listed too. */
  changesSince?: string | undefined;
  projectId?: string | undefined;
}

/**
 * Servers of all projects, newest first, one page. Dear: the compute service asks the network service twice for each page. `clock`: the
 * service's time in milliseconds, where its web server tells it.
 */
export async function listServers(api: Api, query: ServersQuery): Promise<Items<NovaServer> & { clock: number | undefined }> {
  const answer = await api.ask('compute', {
    path: '/servers/detail',
    needs: await serversVersion(api),
    query: {
      all_tenants: 1,
      limit: query.limit,
      marker: query.marker,
      'changes-since': query.changesSince,
      project_id: query.projectId,
    },
    answer: z.object({ servers: itemsOf(novaServer) }),
  });
  return { ...answer.body.servers, clock: dateOf(answer.headers) };
}

function dateOf(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? undefined : date;
}

export async function getServer(api: Api, id: string): Promise<NovaServer> {
  const path = `/servers/${encodeURIComponent(id)}`;
  const answer = await api.ask('compute', { path, needs: await serversVersion(api), answer: z.object({ server: novaServer }) });
  return answer.body.server;
}

/** Public and private flavors. */
export const flavors = collection({
  service: 'compute',
  path: '/flavors',
  details: '/flavors/detail',
  members: ['flavors', 'flavor'],
  item: novaFlavor,
  needs: FLAVORS,
  query: { is_public: 'None' },
});

/** Ids of the projects that may use a private flavor. */
export async function flavorAccess(api: Api, id: string): Promise<string[]> {
  const answer = await api.ask('compute', {
    path: `/flavors/${encodeURIComponent(id)}/os-flavor-access`,
    answer: z.object({ flavor_access: z.array(z.object({ tenant_id: z.string() })) }),
  });
  return answer.body.flavor_access.map(({ tenant_id }) => tenant_id);
}

/** One page of compute nodes with what is reserved on them. */
export async function listHypervisors(api: Api, limit: number, marker: string | undefined): Promise<Items<NovaHypervisor>> {
  const answer = await api.ask('compute', {
    path: '/os-hypervisors/detail',
    needs: HYPERVISORS,
    query: { limit, marker },
    answer: z.object({ hypervisors: itemsOf(novaHypervisor) }),
  });
  return answer.body.hypervisors;
}

export async function getHypervisor(api: Api, id: string): Promise<NovaHypervisor> {
  const path = `/os-hypervisors/${encodeURIComponent(id)}`;
  const answer = await api.ask('compute', { path, needs: HYPERVISORS, answer: z.object({ hypervisor: novaHypervisor }) });
  return answer.body.hypervisor;
}

/**
 * The compute service's own clock: the `Date` of its answer, or, where its web server sends none, the youngest heartbeat of its parts
 * (at most about ten seconds old). Undefined where there is neither.
 */
export async function novaClock(api: Api): Promise<number | undefined> {
  const answer = await api.ask('compute', { path: '/os-services', answer: z.object({ services: z.array(service) }) });
  const date = dateOf(answer.headers);
  if (date !== undefined) return date;
  const beats = answer.body.services.flatMap(({ updated_at }) => (updated_at ? [Date.parse(`${updated_at.replace(/Z$/, '')}Z`)] : []));
  return beats.length > 0 ? Math.max(...beats) : undefined;
}
