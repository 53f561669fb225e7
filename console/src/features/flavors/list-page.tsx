import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import RhUiCollectionFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-collection-fill-icon';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import { accessText } from './access-text.ts';
import { ADD, DETAILS, flavorListSpec } from './section.ts';
import { useFlavorActions } from './use-flavor-actions.ts';

/** The flavors of the cloud. */
export function Page() {
  const { t } = useTranslation('flavors');
  const { t: ui } = useTranslation('ui');
  const may = useMay();
  const list = useListPage<Flavor>(api.flavors.list, flavorListSpec);
  const actions = useFlavorActions(list.items, list.selection.clear);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ResourceListPage
      noun="flavors"
      icon={RhUiCollectionFillIcon}
      list={list}
      columns={columns}
      filters={[{ kind: 'search', key: 'name', label: ui('filter.by-name') }]}
      nameOf={({ name }) => name}
      actions={actions}
      create={may(api.flavors.create) && { label: t('list.add'), to: ADD }}
    />
  );
}

const columnsOf = (t: TFunction<'flavors'>): Column<Flavor>[] => [
  {
    key: 'name',
    label: t('field.name'),
    sort: 'name',
    wide: true,
    value: ({ name }) => name,
    render: ({ id, name }) => (
      <Link to={DETAILS} params={{ flavorId: id }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'vcpus', label: t('field.vcpus'), sort: 'vcpus', value: ({ vcpus }) => vcpus },
  { key: 'ram', label: t('field.ram'), sort: 'ram', value: ({ ram }) => ram, render: ({ ram }) => <Size bytes={fromMib(ram)} /> },
  { key: 'disk', label: t('field.disk'), sort: 'disk', value: ({ disk }) => disk, render: ({ disk }) => <Size bytes={fromGib(disk)} /> },
  { key: 'access', label: t('field.access'), value: (flavor) => accessText(t, flavor) },
];
