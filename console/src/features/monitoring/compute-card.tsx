import type { ComputeStat } from '@gantry/contract/nouns/compute-cluster/stat';
import { COMPUTE_CLUSTER_STATUSES } from '@gantry/contract/nouns/compute-cluster/statuses';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Bars, type Bar } from '../../app/resource/bars.tsx';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { useStat } from '../../app/compute/use-stat.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize } from '../../ui/show/format-size.ts';
import { shareOf } from '../../ui/show/share-of.ts';
import { overcommitOf } from './overcommit.ts';

const NODES = '/compute/nodes';
const SERVERS = '/compute/instances';

/** The compute cluster: how it and its nodes are, what its machines have, what of them is promised to servers, and what is used. */
export function ComputeCard() {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const cluster = useCluster();
  const { data, error, refetch } = useStat();
  const number = (value: number): string => numberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const machine = (cores: number, memory: number): string => t('compute.machine', { cores: number(cores), memory: size(memory) });
  const { nodes, physical, reserved } = data ?? {};
  const ratios = overcommitOf(data);
  const toNodes = (count: number, search: Record<string, string> = {}) => (
    <Link to={NODES} search={search as never}>
      {number(count)}
    </Link>
  );
  const some = (count: number | undefined, search: Record<string, string>) => (count ? toNodes(count, search) : null);
  return (
    <TitledCard title={t('compute.title')}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      <Details
        narrow
        properties={[
          {
            label: t('health'),
            value: cluster.data && <ResourceStatus noun="monitoring" of={COMPUTE_CLUSTER_STATUSES} status={cluster.data.status} />,
          },
          { label: t('compute.offline'), value: some(nodes?.offline, { state: 'in:offline' }) },
          { label: t('compute.nodes'), value: nodes && toNodes(nodes.count) },
          { label: t('compute.maintenance'), value: some(nodes?.maintenance, { in_maintenance: 'in:true' }) },
          { label: t('compute.physical'), value: physical && machine(physical.cpu_cores, physical.mem_total) },
          { label: t('compute.reserved'), value: reserved && machine(reserved.cpus, reserved.memory) },
          {
            label: t('compute.overcommit'),
            value:
              ratios &&
              (ratios.cpu > 1 || ratios.memory > 1
                ? t('compute.ratios', { cpu: number(ratios.cpu), memory: number(ratios.memory) })
                : t('compute.no-overcommit')),
          },
        ]}
      />
      <Bars bars={useComputeBars(data)} />
    </TitledCard>
  );
}

/** What is promised to servers of what may be, which leads to the nodes that have least left, and what servers use of it. */
function useComputeBars({ compute }: Partial<ComputeStat> = {}): Bar[] {
  const { t, i18n } = useTranslation('monitoring');
  if (!compute) return [];
  const number = (value: number): string => numberFormat(i18n.language).format(value);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const of = (used: string, whole: string): string => t('of', { used, whole });
  const { vcpus, vcpus_free: free, cpu_usage: busy, vm_mem_capacity: capacity, vm_mem_reserved: promised, vm_mem_usage: usage } = compute;
  const fullest = (key: string) => ({ to: NODES, search: { sort: `${key}:desc` } });
  const most = (key: string) => ({ to: SERVERS, search: { sort: `${key}:desc` } });
  const bars: Bar[] = [
    {
      label: t('compute.vcpus'),
      to: fullest('vcpus_share'),
      share: shareOf(vcpus - free, vcpus),
      text: of(number(vcpus - free), number(vcpus)),
    },
    {
      label: t('compute.memory'),
      to: fullest('vm_mem_share'),
      share: shareOf(promised, capacity),
      text: of(size(promised), size(capacity)),
    },
  ];
  if (busy !== null)
    bars.push({
      label: t('compute.cpu-used'),
      to: most('cpu_usage'),
      share: shareOf(busy, 100),
      text: numberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(busy / 100),
    });
  if (usage !== null)
    bars.push({
      label: t('compute.memory-used'),
      to: most('mem_usage'),
      share: shareOf(usage, capacity),
      text: of(size(usage), size(capacity)),
    });
  return bars;
}
