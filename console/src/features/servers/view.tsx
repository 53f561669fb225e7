import type { Server } from '@gantry/contract/nouns/servers/entity';
import { sizeTier } from '@gantry/contract/nouns/servers/sizes';
import { SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import { useMemo } from 'react';
import { api } from '../../app/api/calls.ts';
import { OWNER_RANK } from '../../app/resource/owners.ts';
import { columnsOf, nameColumnOf } from '../../app/view/columns.tsx';
import { useViewContext, type ViewContext } from '../../app/view/context.ts';
import { filtersOf } from '../../app/view/filters.ts';
import { common, tableOf } from '../../app/view/members.ts';
import { osName } from '../../parts/images/os-name.ts';
import { addressesOf } from '../../parts/servers/addresses.ts';
import {
  Addresses,
  CpuShare,
  cpuUsage,
  RamShare,
  ramUsage,
  ServerName,
  sizeText,
  storageCapacity,
  StorageShare,
  storageUsed,
} from './list/cells.tsx';
import { ServerStatus } from './server-status.tsx';
import { stateText } from './status.ts';

type Context = ViewContext<'servers'>;

/** The whole cloud and a domain show more columns than one project. */
const isSystem = ({ scope }: Context): boolean => scope === 'system';
const isAbove = ({ scope }: Context): boolean => scope === 'system' || scope === 'domain';
/** The cloud brings servers up again when their node fails. */
const hasHa = ({ has }: Context): boolean => has('server.create:ha_enabled');
/** The cloud measures its servers. */
const isMeasured = ({ may }: Context): boolean => may(api.servers.stat);
/** It sorts by that as well: `figuresOf` of the contract, which is no part of this page's code. */
const ranked =
  (key: string) =>
  ({ has }: Context): string | undefined =>
    has('server.figures') ? key : undefined;

/** What there is to say about a virtual machine (screens C1): whose it is and where it runs is what who looks after many looks for first. */
export const serverMembers = tableOf<Server, 'servers'>([
  { of: 'name', render: (server, context) => <ServerName server={server} consoles={context.may(api.servers.console)} context={context} /> },
  { of: 'project_name', key: 'project', label: 'field.project', sort: 'project_id', rank: OWNER_RANK, when: isAbove },
  { of: 'domain_name', key: 'domain', label: 'field.domain', rank: OWNER_RANK, when: isSystem },
  { of: 'host', sort: true, rank: OWNER_RANK, when: isSystem },
  {
    key: 'status',
    label: 'field.status',
    width: 'status',
    sort: 'status',
    value: (server, { t }) => stateText(t, server),
    render: (server) => <ServerStatus server={server} />,
  },
  {
    key: 'addresses',
    label: 'field.addresses',
    kind: 'address',
    value: addressesOf,
    render: (server, context) => <Addresses server={server} context={context} />,
  },
  {
    of: 'task_state',
    label: 'field.task',
    in: [],
    filter: { values: SERVER_TASK_STATES.map((value) => ({ value, label: `task.${value}` as const })) },
  },
  {
    of: 'flavor',
    optional: true,
    value: ({ flavor }) => flavor.original_name,
    filter: { by: api.flavors.list },
  },
  { key: 'vcpus', label: 'field.vcpus', kind: 'number', sort: 'vcpus', value: ({ flavor }) => flavor.vcpus },
  {
    key: 'ram',
    label: 'field.ram',
    kind: 'MiB',
    sort: 'ram',
    value: ({ flavor }) => flavor.ram,
    cells: [{ label: 'csv.ram', value: ({ flavor }) => flavor.ram }],
  },
  {
    key: 'cpu-usage',
    label: 'field.cpu-usage',
    width: 'share',
    sort: ranked('cpu_usage'),
    when: isMeasured,
    value: cpuUsage,
    render: (server, context) => <CpuShare server={server} context={context} />,
    cells: [{ label: 'csv.cpu-usage', value: cpuUsage }],
  },
  {
    key: 'ram-usage',
    label: 'field.ram-usage',
    width: 'share',
    sort: ranked('mem_share'),
    when: isMeasured,
    value: ramUsage,
    render: (server, context) => <RamShare server={server} context={context} />,
    cells: [{ label: 'csv.ram-usage', value: ramUsage }],
  },
  {
    key: 'storage',
    label: 'field.storage',
    width: 'usage',
    sort: ranked('block_share'),
    when: isMeasured,
    value: storageCapacity,
    render: (server, context) => <StorageShare server={server} context={context} />,
    cells: [
      { label: 'csv.storage-used', value: storageUsed },
      { label: 'csv.storage-capacity', value: storageCapacity },
    ],
  },
  {
    key: 'storage-capacity',
    label: 'field.storage-capacity',
    width: 'size',
    optional: true,
    sort: ranked('block_capacity'),
    when: isMeasured,
    value: storageCapacity,
    render: (server, { language }) => sizeText(storageCapacity(server), language),
    cells: [{ label: 'csv.storage-capacity', value: storageCapacity }],
  },
  { key: 'size-tier', label: 'field.size-tier', value: ({ flavor }, { t }) => t(`tier.${sizeTier(flavor)}`) },
  { of: 'image', value: ({ image }) => image?.name ?? null, filter: { by: api.images.list } },
  { of: 'networks', label: 'field.network', in: [], value: () => null, filter: { key: 'network', usual: true, by: api.networks.list } },
  { key: 'group', label: 'networks.groups', in: [], value: () => null, filter: { key: 'security_group', by: api.securityGroups.list } },
  { key: 'placement', label: 'title.placement', in: [], value: () => null, filter: { key: 'placement', by: api.traits.list } },
  { key: 'os', label: 'field.os', optional: true, value: ({ image }) => osName(image?.os_type) },
  // Administrators see it at once, the others where they choose it.
  { of: 'ha_enabled', key: 'ha', label: 'field.ha', kind: 'flag', when: (context) => hasHa(context) && isSystem(context) },
  { of: 'ha_enabled', key: 'ha', label: 'field.ha', kind: 'flag', optional: true, when: (context) => hasHa(context) && !isSystem(context) },
  { of: 'tags', optional: true },
  { of: 'key_name', key: 'key', label: 'field.key', optional: true },
  { ...common.created, of: 'created' },
  { of: 'updated', kind: 'time', sort: 'updated_at', optional: true },
  { of: 'name', in: [], filter: { search: true } },
  { key: 'address', label: 'field.addresses', in: [], value: () => null, filter: { key: 'address', search: true } },
  { of: 'id', kind: 'id', optional: true, filter: { search: true } },
]);

/** What there is to say about each virtual machine, to who looks. */
export function useServerColumns() {
  const context = useViewContext('servers');
  return useMemo(() => [nameColumnOf(serverMembers, context), ...columnsOf('servers', serverMembers, context)], [context]);
}

/** The filters of its members; what the list is narrowed by besides is `useServerFilters`. */
export const useMemberFilters = filtersOf('servers', serverMembers);
