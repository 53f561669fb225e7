import { z } from 'zod';
import { defineKind } from '../../wire/kind.ts';
import { identified, instant } from '../../wire/values.ts';
import { SERVER_QUOTA } from './quota.ts';
import { SERVER_STATUSES } from './statuses.ts';

const flavorOfServer = z.object({
  id: z.string().nullable(),
  original_name: z.string(),
  vcpus: z.number().int(),
  /** MiB */
  ram: z.number().int(),
  /** GiB */
  disk: z.number().int(),
  extra_specs: z.record(z.string(), z.string()),
});

/** What a server uses now; null where no metrics exist. Volatile: no revision, no event (rule 7). */
export const serverMetrics = z.object({
  /** percent of the server's cores */
  cpu_usage: z.number().nullable(),
  /** bytes */
  mem_usage: z.number().nullable(),
  /** bytes */
  block_capacity: z.number().nullable(),
  /** bytes */
  block_usage: z.number().nullable(),
});
export type ServerMetrics = z.infer<typeof serverMetrics>;

/** A server (S2 §3). `vm_state` of Nova is folded into status; figures under statistics are null where no metrics exist. */
export const server = z
  .object({
    ...identified,
    description: z.string().nullable(),
    /** One of SERVER_STATUSES, or a newer one that is shown neutrally. */
    status: z.string(),
    task_state: z.string().nullable(),
    host_status: z.string().nullable(),
    locked: z.boolean(),
    /** Why, in the words of who has locked it; absent or null where nobody said or the cloud does not tell. */
    locked_reason: z.string().nullable().optional(),
    /** Whether the guest has power, as the node reported it last: `running`, `shutdown`, `paused`, `crashed`, `suspended`; null where nobody knows. */
    power_state: z.string().nullable().optional(),
    availability_zone: z.string().nullable().optional(),
    /** Who made it; the name within the reader's visibility. */
    user_id: z.string().nullable().optional(),
    user_name: z.string().nullable().optional(),
    flavor: flavorOfServer,
    image: z.object({ id: z.string(), name: z.string().nullable(), os_type: z.string().nullable() }).nullable(),
    /** The first one is the boot volume, unless `boots_from_volume` says that there is none. */
    volumes: z.array(
      z.object({ id: z.string(), delete_on_termination: z.boolean(), name: z.string().nullable(), size: z.number().nullable() }),
    ),
    /** False where the disk it boots from lies on its node and is no volume. */
    boots_from_volume: z.boolean(),
    networks: z.array(
      z.object({
        network_id: z.string().nullable(),
        name: z.string().nullable(),
        mac_addr: z.string(),
        ips: z.array(z.string()),
        ipam_enabled: z.boolean().nullable(),
        /** Null where the cloud does not tell. */
        spoofing_protection: z.boolean().nullable(),
        security_group_ids: z.array(z.string()),
        /** Joined, in the order of the ids; null where the reader does not see the group. */
        security_group_names: z.array(z.string().nullable()).optional(),
      }),
    ),
    network_data: z.array(z.object({ mac_addr: z.string(), fixed_ips: z.array(z.string()) })),
    key_name: z.string().nullable(),
    username: z.string().nullable(),
    /** Node it runs on; null for callers outside the system scope. */
    host: z.string().nullable(),
    orig_hostname: z.string().nullable(),
    ha_enabled: z.boolean(),
    /** `code`: what the message means, where that is known; `lacking`: what no node had enough of when it was to be placed. */
    fault: z
      .object({ message: z.string(), code: z.string().optional(), lacking: z.array(z.enum(['vcpus', 'ram', 'disk'])).optional() })
      .nullable(),
    /** It failed before any node took it. */
    unplaced: z.boolean().optional(),
    metadata: z.record(z.string(), z.string()),
    tags: z.array(z.string()),
    /** Ids of all that it needs of its node: what its flavor and its image ask for, and its own. */
    traits: z.array(z.string()),
    /** Those that it is bound to itself, whatever its flavor: what can be chosen and changed. */
    own_traits: z.array(z.string()),
    /** Those that its image asked for when it was made of it; absent where none was asked, or nobody knows. */
    image_traits: z.array(z.string()).optional(),
    max_vcpu: z.number().int().nullable(),
    /** MiB */
    max_mem: z.number().int().nullable(),
    allow_live_resize: z.boolean(),
    /** Another flavor or node also while it runs: its cloud shuts it down for that and starts it again. */
    allow_running_resize: z.boolean().optional(),
    allow_set_password: z.boolean(),
    has_pci_devices: z.boolean(),
    statistics: z.object({ metrics: serverMetrics }),
    created: instant,
    updated: instant.nullable(),
    project_id: z.string(),
    project_name: z.string().nullable(),
    domain_id: z.string(),
    domain_name: z.string().nullable(),
  })
  .meta({ id: 'Server' });
export type Server = z.infer<typeof server>;

/** Interfaces as they were kept before they told of their protection. */
const withGuards = (networks: unknown): unknown[] =>
  Array.isArray(networks) ? networks.map((one: object) => ({ ...one, spoofing_protection: null, security_group_ids: [] })) : [];

export const serverKind = defineKind({
  name: 'server',
  subject: 'compute_servers',
  channel: 'compute',
  entity: server,
  version: 4,
  // Until the cloud is asked again: the embedded platform's servers always boot from a volume.
  upgrades: {
    1: (server) => ({ ...server, boots_from_volume: Array.isArray(server['volumes']) && server['volumes'].length > 0 }),
    2: (server) => ({ tags: [], ...server, networks: withGuards(server['networks']) }),
    3: (server) => ({ ...server, own_traits: [] }),
  },
  shareable: false,
  ofDomains: true,
  status: { at: 'status', of: SERVER_STATUSES },
  statesKept: true,
  quota: SERVER_QUOTA,
  systemOnly: ['host', 'host_status'],
  defaultSort: 'created_at:desc',
  addresses: ['ip', 'address', 'search'],
  mac: 'mac',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is', 'contains'] },
    name: { path: 'name', type: 'text', sort: true, filter: ['is', 'contains'] },
    status: { path: 'status', type: 'text', sort: true, filter: ['is'] },
    task_state: { path: 'task_state', type: 'text', sort: true, filter: ['is'] },
    host: { path: 'host', type: 'text', sort: true, filter: ['is'], systemOnly: true },
    flavor: { path: 'flavor.id', type: 'text', filter: ['is'] },
    image: { path: 'image.id', type: 'text', filter: ['is'] },
    vcpus: { path: 'flavor.vcpus', type: 'integer', sort: true },
    ram: { path: 'flavor.ram', type: 'integer', sort: true },
    network: { path: 'networks.network_id', type: 'text', many: true, counted: true, filter: ['is'] },
    security_group: { path: 'networks.security_group_ids', type: 'text', many: true, counted: true, filter: ['is'] },
    ip: { path: 'networks.ips', type: 'text', many: true, filter: ['is'] },
    address: { path: 'networks.ips', type: 'text', many: true, filter: ['contains'] },
    mac: { path: 'networks.mac_addr', type: 'text', many: true, filter: ['is'] },
    /** What somebody has at hand of a server; a whole MAC address, too. */
    search: { path: 'id', of: ['name', 'address', 'id'], type: 'text', filter: ['contains'] },
    /** Any of the traits it needs of a node. */
    placement: { path: 'traits', type: 'text', many: true, counted: true, filter: ['is', 'any'] },
    project_id: { path: 'project_id', type: 'text', sort: true, filter: ['is'] },
    created_at: { path: 'created', type: 'time', sort: true },
    updated_at: { path: 'updated', type: 'time', sort: true },
  },
  figures: {
    cpu_usage: { path: 'statistics.metrics.cpu_usage' },
    mem_usage: { path: 'statistics.metrics.mem_usage' },
    block_capacity: { path: 'statistics.metrics.block_capacity' },
    block_usage: { path: 'statistics.metrics.block_usage' },
    mem_share: { path: 'statistics.metrics.mem_usage', of: 'flavor.ram' },
    block_share: { path: 'statistics.metrics.block_usage', of: 'statistics.metrics.block_capacity' },
  },
  joins: [
    { kind: 'project', at: '', id: 'project_id', fields: { project_name: 'name' } },
    { kind: 'domain', at: '', id: 'domain_id', fields: { domain_name: 'name' } },
    { kind: 'user', at: '', id: 'user_id', fields: { user_name: 'name' } },
    { kind: 'network', at: 'networks', id: 'network_id', fields: { name: 'name', ipam_enabled: 'ipam_enabled' } },
    { kind: 'security_group', at: 'networks', id: 'security_group_ids', many: true, fields: { security_group_names: 'name' } },
    { kind: 'image', at: 'image', id: 'id', fields: { name: 'name' } },
    { kind: 'volume', at: 'volumes', id: 'id', fields: { name: 'name', size: 'size' } },
  ],
});
