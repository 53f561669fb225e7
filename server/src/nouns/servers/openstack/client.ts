import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { instantText, itemsOf, oneOf, type Items } from '../../../engines/openstack/client/items.ts';

/** Lowest version whose servers carry their flavor's figures; includes description (2.19), host status (2.16) and locked (2.9). */
const SERVERS = '2.47';
/** Lowest version that says why a server is locked. */
const LOCKED_REASON = '2.73';
const serversVersion = async (api: Api): Promise<string> => ((await api.offers('compute', LOCKED_REASON)) ? LOCKED_REASON : SERVERS);
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
  const answer = await api.ask('compute', { path, needs: await serversVersion(api), answer: z.object({ server: oneOf(novaServer) }) });
  return answer.body.server;
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
