import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/list/columns.ts';
import { Instant } from '../../../ui/show/instant.tsx';
import { Size } from '../../../ui/show/size.tsx';
import { fromMib } from '../../../ui/show/format-size.ts';
import { addressesOf } from '../addresses.ts';
import { DETAILS } from '../paths.ts';
import { ServerStatus } from '../server-status.tsx';
import { stateText } from '../status.ts';

/** Who looks: the whole cloud shows more columns than one project. */
export type View = 'project' | 'domain' | 'system';

/** Columns of the list of servers. */
export function serverColumns(t: TFunction<'servers'>, view: View): Column<Server>[] {
  const columns: (Column<Server> & { views?: readonly View[] })[] = [
    {
      key: 'name',
      label: t('field.name'),
      sort: 'name',
      wide: true,
      value: ({ name }) => name,
      render: ({ id, name }) => (
        <Link to={DETAILS} params={{ serverId: id }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      key: 'status',
      label: t('field.status'),
      sort: 'status',
      value: (server) => stateText(t, server),
      render: (server) => <ServerStatus server={server} />,
    },
    {
      key: 'addresses',
      label: t('field.addresses'),
      value: (server) => addressesOf(server).join(', '),
      render: (server) => <Addresses t={t} addresses={addressesOf(server)} />,
    },
    { key: 'flavor', label: t('field.flavor'), value: ({ flavor }) => flavor.original_name },
    { key: 'vcpus', label: t('field.vcpus'), sort: 'vcpus', numeric: true, value: ({ flavor }) => flavor.vcpus },
    {
      key: 'ram',
      label: t('field.ram'),
      sort: 'ram',
      numeric: true,
      value: ({ flavor }) => flavor.ram,
      render: ({ flavor }) => <Size bytes={fromMib(flavor.ram)} />,
    },
    { key: 'image', label: t('field.image'), wide: true, value: ({ image }) => image?.name ?? null },
    { key: 'host', label: t('field.host'), sort: 'host', value: ({ host }) => host, views: ['system'] },
    { key: 'project', label: t('field.project'), value: ({ project_name: name }) => name, views: ['system', 'domain'] },
    {
      key: 'created',
      label: t('field.created'),
      sort: 'created_at',
      value: ({ created }) => created,
      render: ({ created }) => <Instant at={created} />,
    },
  ];
  return columns.filter(({ views }) => views === undefined || views.includes(view));
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
