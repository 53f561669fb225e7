import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { useTranslation } from 'react-i18next';
import { Bars, type Bar } from '../../app/resource/bars.tsx';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { formatSize } from '../../ui/show/format-size.ts';
import { shareOf } from '../../ui/show/share-of.ts';

/** What a node has in all, keeps for itself, has promised to servers, and uses. */
export function NodeCharts({ node: { statistics } }: { node: ComputeNode }) {
  const { t, i18n } = useTranslation('nodes');
  const { physical, reserved, compute } = statistics;
  const number = (value: number): string => numberFormat(i18n.language).format(value);
  const percent = (value: number): string =>
    numberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const of = (used: string, whole: string): string => t('of', { used, whole });
  const promised = compute.vcpus - compute.vcpus_free;
  const used = physical.mem_free === null ? null : physical.mem_total - physical.mem_free;
  const known = (label: string, share: number | null, text: string | null): Bar => ({ label, share, text: text ?? t('unknown') });
  const cpu: Bar[] = [
    known(
      t('chart.physical-cpu'),
      shareOf(physical.cpu_usage, 100),
      physical.cpu_usage === null ? null : of(percent(physical.cpu_usage), t('cores', { count: physical.cpu_cores })),
    ),
    known(t('chart.reserved'), shareOf(reserved.cpus, physical.cpu_cores), t('cores', { count: reserved.cpus })),
    known(t('chart.promised'), shareOf(promised, compute.vcpus), of(number(promised), t('vcpus', { count: compute.vcpus }))),
    known(t('chart.used'), shareOf(compute.cpu_usage, 100), compute.cpu_usage === null ? null : percent(compute.cpu_usage)),
  ];
  const memory: Bar[] = [
    known(t('chart.physical'), shareOf(used, physical.mem_total), used === null ? null : of(size(used), size(physical.mem_total))),
    known(t('chart.reserved'), shareOf(reserved.memory, physical.mem_total), size(reserved.memory)),
    known(
      t('chart.promised'),
      shareOf(compute.vm_mem_reserved, compute.vm_mem_capacity),
      of(size(compute.vm_mem_reserved), size(compute.vm_mem_capacity)),
    ),
    known(
      t('chart.used'),
      shareOf(compute.vm_mem_usage, compute.vm_mem_capacity),
      compute.vm_mem_usage === null ? null : size(compute.vm_mem_usage),
    ),
  ];
  const disk = compute.disk_capacity - compute.disk_free;
  return (
    <>
      <TitledCard title={t('chart.cpu')}>
        <Bars bars={cpu} />
      </TitledCard>
      <TitledCard title={t('chart.memory')}>
        <Bars bars={memory} />
      </TitledCard>
      <TitledCard title={t('chart.disk')}>
        <Bars bars={[known(t('chart.promised'), shareOf(disk, compute.disk_capacity), of(size(disk), size(compute.disk_capacity)))]} />
      </TitledCard>
    </>
  );
}
