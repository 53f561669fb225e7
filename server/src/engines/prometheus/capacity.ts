/** What of the compute nodes and of a project's quota was used in past hours, as openstack-exporter tells it, or expressions of the settings do. */
import type { COMPUTE_CAPACITIES, QuotaCapacity } from '@gantry/contract/nouns/capacity/entity';
import type { MetricsRangeAnswer } from '@gantry/contract/nouns/metrics/calls';
import type { PastFigures } from '../../port/past-figures.ts';
import { finite } from './client.ts';
import { allOf, FIGURE_LABEL, quoted } from './promql.ts';
import { PROJECT, type Settings } from './settings.ts';

type Expressions<N extends string> = Record<N, string>;
type Options = Pick<Settings, 'capacity' | 'labels'>;

const MIB = 1024 ** 2;

/** What the placement service has allocated on all hosts, else what Nova tells: as the figures of compute nodes are made. */
function usualOfCompute(options: Options): Expressions<(typeof COMPUTE_CAPACITIES)[number]> {
  const ofHosts = (metric: string, ...matchers: string[]) => `sum(max by (hostname) (${allOf(options, metric, matchers)}))`;
  const allocated = (resource: string) => ofHosts('openstack_placement_resource_usage', `resourcetype=${quoted(resource)}`);
  return {
    vcpus: `${allocated('VCPU')} or ${ofHosts('openstack_nova_vcpus_used')}`,
    ram: `${allocated('MEMORY_MB')} * ${MIB} or ${ofHosts('openstack_nova_memory_used_bytes')}`,
  };
}

/** What Nova and Cinder count of a project's quota: in their limits, or in the details of the quota where the exporter leaves those out. */
function usualOfProject(options: Options, projectId: string): Expressions<QuotaCapacity> {
  const ofProject = (metric: string, ...matchers: string[]) => allOf(options, metric, [`tenant_id=${quoted(projectId)}`, ...matchers]);
  const counted = (limit: string, quota: string) =>
    `max(${ofProject(`openstack_nova_limits_${limit}_used`)}) or max(${ofProject(`openstack_nova_quota_${quota}`, 'type="in_use"')})`;
  const gigabytes = `max(${ofProject('openstack_cinder_limits_volume_used_gb')})`;
  return {
    instances: counted('instances', 'instances'),
    cores: counted('vcpus', 'cores'),
    ram: counted('memory', 'ram'),
    // Volumes are counted one by one: a project without any has no series of them.
    volumes: `count(max by (id) (${ofProject('openstack_cinder_volume_gb')})) or 0 * ${gigabytes}`,
    gigabytes,
  };
}

/** The expressions of the settings before those that are usual, each summed up to one series; null: the figure is not known. */
const summed = <N extends string>(
  usual: Expressions<N>,
  set: Partial<Record<N, string | null | undefined>>,
): Record<N, string | undefined> =>
  Object.fromEntries(
    Object.entries<string>(usual).map(([name, expression]) => {
      const own = set[name as N];
      return [name, own === null ? undefined : `sum(${own ?? expression})`];
    }),
  ) as Record<N, string | undefined>;

/** What is requested, by the figures' names. @param projectId null: of all compute nodes */
export function pastFiguresOf(options: Options, projectId: string | null): Record<string, string | undefined> {
  const { compute, project } = options.capacity;
  if (projectId === null) return summed(usualOfCompute(options), compute);
  const id = quoted(projectId).slice(1, -1);
  const own = Object.entries(project).map(([name, expression]) => [name, expression?.replaceAll(PROJECT, () => id) ?? expression]);
  return summed(usualOfProject(options, projectId), Object.fromEntries(own) as typeof project);
}

/** The answer to all of them at once, by the figures' names and instants. */
export const figuresIn = ({ data }: MetricsRangeAnswer): PastFigures =>
  new Map(
    data.result.map(({ metric, values }) => [
      metric[FIGURE_LABEL] ?? '',
      new Map(values.map(([at, text]) => [Math.round(at * 1000), finite(text)])),
    ]),
  );
