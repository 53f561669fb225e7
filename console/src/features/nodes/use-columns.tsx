import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { NODE_STATUSES, nodeStatusOf } from '@gantry/contract/nouns/nodes/statuses';
import { statusNames } from '@gantry/contract/wire/statuses';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameColumn, type SectionColumn } from '../../app/resource/columns.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { addressIn } from '../../app/resource/routes.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { listFormat, numberFormat } from '../../ui/format.ts';
import type { Column, ListFilter } from '../../ui/list/columns.ts';
import { formatSize } from '../../ui/show/format-size.ts';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import { shareOf } from '../../ui/show/share-of.ts';
import { useUiText } from '../../ui/text.ts';
import { DETAILS } from './paths.ts';

/** How a node is, by the priorities of the specification. */
export function NodeStatus({ node }: { node: Pick<ComputeNode, 'state' | 'in_maintenance'> }) {
  return <ResourceStatus noun="nodes" of={NODE_STATUSES} status={nodeStatusOf(node)} />;
}

/** What a node does in the cluster, in words. */
const rolesText = (t: TFunction<'nodes'>, roles: readonly string[], locale: string): string =>
  listFormat(locale, { type: 'conjunction' }).format(
    roles.map((role) => (role === 'controller' || role === 'compute' ? t(`role.${role}`) : role)),
  );

/** The columns of the list, beside the name. */
export function useColumns(): SectionColumn<ComputeNode>[] {
  const { t, i18n } = useTranslation('nodes');
  const text = useNounText('nodes');
  const word = useStatusText('nodes');
  const { language: locale } = i18n;
  return useMemo(() => {
    const number = (value: number): string => numberFormat(locale).format(value);
    const of = (used: string, whole: string): string => t('of', { used, whole });
    return [
      {
        key: 'status',
        label: text('field.status'),
        kind: 'status',
        sort: 'state',
        value: (node) => word(nodeStatusOf(node)),
        render: (node) => <NodeStatus node={node} />,
      },
      { key: 'fenced', label: t('field.fenced'), value: ({ fenced_reason: reason }) => reason, on: 'details' },
      {
        key: 'vms',
        label: t('field.vms'),
        kind: 'number',
        sort: 'vms',
        value: ({ hypervisor }) => hypervisor.vms,
        render: ({ host, hypervisor }) => (
          <Link to="/compute/instances" search={{ host: `in:${host}` } as never}>
            {number(hypervisor.vms)}
          </Link>
        ),
      },
      {
        key: 'vcpus',
        label: t('field.vcpus'),
        kind: 'usage',
        sort: 'vcpus_share',
        value: ({ statistics: { compute } }) => compute.vcpus - compute.vcpus_free,
        render: ({ statistics: { compute } }) => {
          const used = compute.vcpus - compute.vcpus_free;
          return <ShareBar share={shareOf(used, compute.vcpus)}>{of(number(used), number(compute.vcpus))}</ShareBar>;
        },
      },
      {
        key: 'memory',
        label: t('field.memory'),
        kind: 'usage',
        sort: 'vm_mem_share',
        value: ({ statistics: { compute } }) => compute.vm_mem_reserved,
        render: ({ statistics: { compute } }) => (
          <ShareBar share={shareOf(compute.vm_mem_reserved, compute.vm_mem_capacity)}>
            {of(formatSize(compute.vm_mem_reserved, locale), formatSize(compute.vm_mem_capacity, locale))}
          </ShareBar>
        ),
      },
      { key: 'roles', label: t('field.roles'), value: ({ roles }) => rolesText(t, roles, locale) || null },
      { key: 'cpu', label: t('field.cpu'), value: ({ cpu_model: model }) => model },
      // Leaves before the usage of the node where there is no room for both.
      { key: 'address', label: t('field.address'), kind: 'address', rank: 4, value: ({ host_ip: address }) => address },
      { key: 'placements', label: t('field.placements'), value: ({ traits }) => traits.join(', ') || null },
      { key: 'services', label: t('field.services'), value: ({ services }) => services.join(', ') || null, on: 'details' },
      { key: 'hypervisor', label: t('field.hypervisor'), value: ({ hypervisor }) => hypervisor.hypervisor_type, on: 'details' },
      {
        key: 'params',
        label: t('field.params'),
        value: ({ custom_params: params }) =>
          Object.entries(params)
            .map(([key, value]) => `${key}=${value}`)
            .join(', ') || null,
        on: 'details',
      },
    ];
  }, [t, text, word, locale]);
}

export const useNameColumn = (): Column<ComputeNode> => {
  const text = useNounText('nodes');
  return useMemo(() => nameColumn<ComputeNode>(text('field.name'), addressIn(DETAILS)), [text]);
};

/** By the state that the list may be narrowed to; maintenance is no state of its own. */
export function useFilters(): ListFilter[] {
  const { t: ui } = useUiText();
  const text = useNounText('nodes');
  const word = useStatusText('nodes');
  return [
    { kind: 'search', key: 'search', label: ui('filter.by-name-or-id') },
    {
      kind: 'choice',
      key: 'state',
      label: text('field.status'),
      usual: true,
      options: statusNames(NODE_STATUSES)
        .filter((status) => status !== 'maintenance')
        .map((value) => ({ value, label: word(value) })),
    },
    { kind: 'choice', key: 'in_maintenance', label: word('maintenance'), options: [{ value: 'true', label: text('yes') }] },
  ];
}
