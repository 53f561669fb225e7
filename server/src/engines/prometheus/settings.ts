import { parser } from '@prometheus-io/lezer-promql';
import { z } from 'zod';
import { COMPUTE_CAPACITIES, QUOTA_CAPACITIES } from '@gantry/contract/nouns/capacity/entity';
import { certificates } from '../shared/certificates.ts';

const name = z.string().regex(/^[a-zA-Z_:][\w:]*$/, { error: 'must be the name of a metric' });
const label = z.string().regex(/^[a-zA-Z_]\w*$/, { error: 'must be the name of a label' });

/** Names of one metric in different exporters: of each server the first one counts that has a value. None: it is not measured. */
const metric = (...usual: string[]) =>
  z
    .union([name, z.array(name), z.null()])
    .transform((given) => (given === null ? [] : typeof given === 'string' ? [given] : given))
    .prefault(usual);

/** Stands for the id of a project in an expression. */
export const PROJECT = '$project';

/** Whether Prometheus reads it as one expression. */
function isPromql(text: string): boolean {
  let isRead = true;
  parser.parse(text).iterate({ enter: ({ type }) => void (isRead &&= !type.isError) });
  return isRead;
}

/** An expression whose series are summed; null: the figure is not known. Absent: what openstack-exporter tells. */
const expression = z.string().refine(isPromql, { error: 'must be an expression in PromQL' }).nullable().optional();
const expressionOfProject = expression.refine((text) => text == null || text.includes(PROJECT), {
  error: `must name the project: ${PROJECT}`,
});
const expressions = <N extends string, E extends z.ZodType>(names: readonly N[], of: E) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, of])) as Record<N, E>);

const seconds = (fallback: number) => z.number().positive().max(60).default(fallback);

/** The part of GANTRY_CONFIG that describes one Prometheus, or what speaks its query API (Thanos, Mimir, VictoriaMetrics). All times in seconds. */
export const settings = z
  .strictObject({
    /** Id of the engine whose servers are measured. */
    measures: z.string().min(1),
    /** Where `/api/v1/query` is to be found, with a path before it where there is one. */
    url: z.url({ protocol: /^https?$/ }),
    username: z.string().min(1).optional(),
    password: z.string().optional(),
    /** Sent as a bearer token instead of user and password. */
    token: z.string().min(1).optional(),
    /** Certificates (PEM) that the server's own must come from; absent: those the machine trusts. */
    ca_file: certificates.optional(),
    /** Labels that every series must have, such as the cloud's name where one Prometheus watches several. */
    labels: z.record(label, z.string()).default({}),
    /** Label that holds the server's id. */
    server_label: label.default('uuid'),
    /** Label that holds the id of a series' project, in queries of users: what lacks it is seen by administrators of the system only. */
    project_label: label.default('project_id'),
    /** Where the metrics themselves lack that label: a metric that has it, and the labels which both of them have. */
    through: z.strictObject({ metric: name, on: z.array(label).min(1).default(['domain', 'instance']) }).optional(),
    metrics: z
      .strictObject({
        /** Counter of seconds, of all cores. */
        cpu_seconds: metric('libvirt_domain_info_cpu_time_seconds_total'),
        /** Cores; where it is not measured, those of the server's flavor count. */
        vcpus: metric('libvirt_domain_info_virtual_cpus'),
        /** Bytes that the guest has, and of those what it could give to a new program: the difference is in use. */
        memory_available: metric('libvirt_domain_memory_stats_available_bytes'),
        memory_usable: metric('libvirt_domain_memory_stats_usable_bytes', 'libvirt_domain_memory_stats_unused_bytes'),
        /** Bytes that the host gave to the guest: where the guest does not tell. */
        memory_taken: metric('libvirt_domain_info_memory_usage_bytes'),
        /** Bytes, per disk. */
        block_capacity: metric('libvirt_domain_block_stats_capacity_bytes'),
        block_allocation: metric('libvirt_domain_block_stats_allocation'),
        /** Counters per disk: bytes, requests, seconds that requests took. */
        block_read_bytes: metric('libvirt_domain_block_stats_read_bytes_total'),
        block_write_bytes: metric('libvirt_domain_block_stats_write_bytes_total'),
        block_read_requests: metric('libvirt_domain_block_stats_read_requests_total'),
        block_write_requests: metric('libvirt_domain_block_stats_write_requests_total'),
        block_read_seconds: metric('libvirt_domain_block_stats_read_time_seconds_total'),
        block_write_seconds: metric('libvirt_domain_block_stats_write_time_seconds_total'),
        /** Histogram of the seconds that single requests took (`…_bucket`); without it there are no percentiles. */
        block_seconds_bucket: metric(),
        /** Counters per interface, as the guest sees them. */
        network_in_bytes: metric('libvirt_domain_interface_stats_receive_bytes_total'),
        network_out_bytes: metric('libvirt_domain_interface_stats_transmit_bytes_total'),
        network_in_packets: metric('libvirt_domain_interface_stats_receive_packets_total'),
        network_out_packets: metric('libvirt_domain_interface_stats_transmit_packets_total'),
        /** How the storage is, as Ceph says it: 0 is healthy. */
        storage_health: metric('ceph_health_status'),
      })
      .prefault({}),
    /** What of capacity was used in hours of which the platform has no figures of its own: expressions in PromQL. */
    capacity: z
      .strictObject({
        /** Of all compute nodes: cores, and bytes of memory, that virtual machines were promised. */
        compute: expressions(COMPUTE_CAPACITIES, expression).prefault({}),
        /** Of the quota of one project, whose id `$project` stands for: ram in MiB, gigabytes in GiB. */
        project: expressions(QUOTA_CAPACITIES, expressionOfProject).prefault({}),
      })
      .prefault({}),
    limits: z
      .strictObject({
        /** One query for charts. */
        request: seconds(8),
        /** How long figures of lists are taken as those of now. */
        fresh: seconds(10),
      })
      .prefault({}),
  })
  .refine(({ username, password }) => (username === undefined) === (password === undefined), {
    error: 'username and password go together',
    path: ['username'],
  })
  .refine(({ username, token }) => username === undefined || token === undefined, {
    error: 'is of no use beside a username',
    path: ['token'],
  });
export type Settings = z.output<typeof settings>;
/** What of them says how series are named. */
export type Naming = Pick<Settings, 'labels' | 'server_label' | 'through' | 'metrics'>;
