import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isConsolable, isStopped } from '@gantry/contract/nouns/servers/rules';
import { sizeTier } from '@gantry/contract/nouns/servers/sizes';
import TerminalIcon from '@patternfly/react-icons/dist/esm/icons/terminal-icon';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/list/columns.ts';
import { Ago } from '../../../ui/show/instant.tsx';
import { ShareBar } from '../../../ui/show/share-bar.tsx';
import { shareOf } from '../../../ui/show/share-of.ts';
import { Size } from '../../../ui/show/size.tsx';
import { formatSize, fromMib } from '../../../ui/show/format-size.ts';
import { addressesOf } from '../../../parts/servers/addresses.ts';
import { osName } from '../../../parts/images/os-name.ts';
import { DETAILS } from '../paths.ts';
import { showScreen } from '../screen/address.ts';
import { OWNER_RANK } from '../../../app/resource/owners.ts';
import { ServerStatus } from '../server-status.tsx';
import { stateText } from '../status.ts';
import { numberFormat } from '../../../ui/format.ts';

/** Who looks: the whole cloud shows more columns than one project. */
export type View = 'project' | 'domain' | 'system';

/** Who looks, and what can be told. */
interface Looks {
  view: View;
  /** Whether the cloud measures its servers, and whether lists can be sorted by that. */
  measured: boolean;
  ranked: boolean;
  locale: string;
  /** Whether the user may open consoles. */
  consoles: boolean;
  /** Whether the cloud brings servers up again when their node fails. */
  ha: boolean;
}

/** A column that some do not get: only in these views. */
type ServerColumn = Column<Server> & { views?: readonly View[] };

/** Columns of the list of servers (screens C1). */
export function serverColumns(t: TFunction<'servers'>, { view, measured, ranked, locale, consoles, ha }: Looks): Column<Server>[] {
  const usage = usageColumns(t, locale).map(({ sort, ...column }) => ({ ...column, ...(ranked && sort !== undefined && { sort }) }));
  const [name, ...own] = ownColumns(t, consoles);
  const columns: ServerColumn[] = [name, ...ownerColumns(t), ...own, ...(measured ? usage : []), ...placeColumns(t)];
  return columns.filter(({ key, views }) => (ha || key !== 'ha') && (views?.includes(view) ?? true));
}

const ownColumns = (t: TFunction<'servers'>, consoles: boolean): [ServerColumn, ...ServerColumn[]] => [
  {
    key: 'name',
    label: t('field.name'),
    sort: 'name',
    kind: 'name',
    fixed: true,
    value: ({ name }) => name,
    render: (server) => (
      <span className="gantry-row-name">
        <Link to={DETAILS} params={{ serverId: server.id }} className="gantry-name" title={server.name}>
          <bdi>{server.name}</bdi>
        </Link>
        {consoles && isConsolable(server) === true && <ConsoleButton t={t} server={server} />}
      </span>
    ),
  },
  {
    key: 'status',
    label: t('field.status'),
    sort: 'status',
    kind: 'status',
    value: (server) => stateText(t, server),
    render: (server) => <ServerStatus server={server} />,
  },
  {
    key: 'addresses',
    label: t('field.addresses'),
    kind: 'address',
    value: (server) => addressesOf(server).join(', '),
    render: (server) => <Addresses t={t} addresses={addressesOf(server)} />,
  },
  { key: 'flavor', label: t('field.flavor'), optional: true, value: ({ flavor }) => flavor.original_name },
  { key: 'vcpus', label: t('field.vcpus'), sort: 'vcpus', kind: 'number', value: ({ flavor }) => flavor.vcpus },
  {
    key: 'ram',
    label: t('field.ram'),
    sort: 'ram',
    kind: 'size',
    value: ({ flavor }) => flavor.ram,
    render: ({ flavor }) => <Size bytes={fromMib(flavor.ram)} in="GiB" />,
    cells: [{ label: t('csv.ram'), value: ({ flavor }) => flavor.ram }],
  },
];

/** What is off, or not there yet, uses nothing: a zero would look measured. A paused one keeps its memory. */
const isOff = (server: Server): boolean => server.status === 'BUILD' || (isStopped(server) && server.status !== 'PAUSED');
const cpuUsage = (server: Server) => (isOff(server) ? null : server.statistics.metrics.cpu_usage);
const ramUsage = (server: Server) => (isOff(server) ? null : server.statistics.metrics.mem_usage);
const cpuShare = (server: Server) => shareOf(cpuUsage(server), 100);
const ramShare = (server: Server) => shareOf(ramUsage(server), fromMib(server.flavor.ram));
const storageUsed = ({ statistics }: Server) => statistics.metrics.block_usage;
const storageCapacity = ({ statistics }: Server) => statistics.metrics.block_capacity;

/** Where there are figures. */
const usageColumns = (t: TFunction<'servers'>, locale: string): ServerColumn[] => [
  {
    key: 'cpu-usage',
    label: t('field.cpu-usage'),
    sort: 'cpu_usage',
    kind: 'share',
    value: cpuUsage,
    render: (server) => <ShareBar share={cpuShare(server)}>{percentText(cpuShare(server), locale)}</ShareBar>,
    cells: [{ label: t('csv.cpu-usage'), value: cpuUsage }],
  },
  {
    key: 'ram-usage',
    label: t('field.ram-usage'),
    sort: 'mem_share',
    kind: 'share',
    value: ramUsage,
    render: (server) => <ShareBar share={ramShare(server)}>{percentText(ramShare(server), locale)}</ShareBar>,
    cells: [{ label: t('csv.ram-usage'), value: ramUsage }],
  },
  {
    key: 'storage',
    label: t('field.storage'),
    sort: 'block_share',
    kind: 'usage',
    value: storageCapacity,
    render: (server) => (
      <ShareBar share={shareOf(storageUsed(server), storageCapacity(server))}>
        {storageUsed(server) === null && storageCapacity(server) === null
          ? UNKNOWN
          : t('list.used-of', { used: sizeText(storageUsed(server), locale), capacity: sizeText(storageCapacity(server), locale) })}
      </ShareBar>
    ),
    cells: [
      { label: t('csv.storage-used'), value: storageUsed },
      { label: t('csv.storage-capacity'), value: storageCapacity },
    ],
  },
  {
    key: 'storage-capacity',
    label: t('field.storage-capacity'),
    sort: 'block_capacity',
    optional: true,
    kind: 'size',
    value: storageCapacity,
    render: (server) => sizeText(storageCapacity(server), locale),
    cells: [{ label: t('csv.storage-capacity'), value: storageCapacity }],
  },
];

const UNKNOWN = '–';
const sizeText = (bytes: number | null, locale: string): string => (bytes === null ? UNKNOWN : formatSize(bytes, locale, 'GiB'));
const percentText = (share: number | null, locale: string): string =>
  share === null ? UNKNOWN : numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** Whose it is, and where it runs: what who looks after many looks for first. */
const ownerColumns = (t: TFunction<'servers'>): ServerColumn[] => [
  {
    key: 'project',
    label: t('field.project'),
    sort: 'project_id',
    rank: OWNER_RANK,
    value: ({ project_name: name }) => name,
    views: ['system', 'domain'],
  },
  { key: 'domain', label: t('field.domain'), rank: OWNER_RANK, value: ({ domain_name: name }) => name, views: ['system'] },
  { key: 'host', label: t('field.host'), sort: 'host', rank: OWNER_RANK, value: ({ host }) => host, views: ['system'] },
];

const placeColumns = (t: TFunction<'servers'>): ServerColumn[] => [
  { key: 'size-tier', label: t('field.size-tier'), value: ({ flavor }) => t(`tier.${sizeTier(flavor)}`) },
  { key: 'image', label: t('field.image'), value: ({ image }) => image?.name ?? null },
  { key: 'os', label: t('field.os'), optional: true, value: ({ image }) => osName(image?.os_type) },
  // Administrators see it at once, the others where they choose it (screens C1).
  ...(['system', 'tenants'] as const).map((who): ServerColumn => ({
    key: 'ha',
    label: t('field.ha'),
    kind: 'flag',
    value: ({ ha_enabled: on }) => t(on ? 'yes' : 'no'),
    ...(who === 'system' ? { views: ['system'] } : { views: ['project', 'domain'], optional: true }),
  })),
  { key: 'tags', label: t('field.tags'), optional: true, value: ({ tags }) => (tags.length === 0 ? null : tags.join(', ')) },
  { key: 'key', label: t('field.key'), optional: true, value: ({ key_name: name }) => name },
  {
    key: 'created',
    label: t('field.created'),
    sort: 'created_at',
    kind: 'time',
    value: ({ created }) => created,
    render: ({ created }) => <Ago at={created} />,
  },
  {
    key: 'updated',
    label: t('field.updated'),
    sort: 'updated_at',
    kind: 'time',
    optional: true,
    value: ({ updated }) => updated,
    render: ({ updated }) => updated && <Ago at={updated} />,
  },
  { key: 'id', label: t('field.id'), kind: 'id', optional: true, value: ({ id }) => id, render: ({ id }) => <bdi dir="ltr">{id}</bdi> },
];

/** Opens the screen of a server in a tab of its own. */
function ConsoleButton({ t, server: { id, name } }: { t: TFunction<'servers'>; server: Server }) {
  const label = t('list.console', { name });
  return (
    <button type="button" className="gantry-row-button" aria-label={label} title={label} onClick={() => showScreen(id)}>
      <TerminalIcon />
    </button>
  );
}

/** The first address, and how many more there are. */
function Addresses({ t, addresses }: { t: TFunction<'servers'>; addresses: readonly string[] }) {
  return (
    <span className="gantry-nowrap">
      <bdi dir="ltr">{addresses[0]}</bdi>
      {addresses.length > 1 && (
        <span className="gantry-subtle" title={addresses.slice(1).join(', ')}>
          {' '}
          {t('list.more-addresses', { count: addresses.length - 1 })}
        </span>
      )}
    </span>
  );
}
