import { PAGE_LIMIT } from '@gantry/contract/constants';
import { SERVER_STATUSES } from '@gantry/contract/nouns/servers/statuses';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import type { ChoiceFilter, ListFilter } from '../../../ui/list/columns.ts';
import type { ListState } from '../../../ui/list/list-state.ts';
import { statusText } from '../status.ts';
import type { View } from './columns.tsx';

/** The filters of the list of servers. Flavors, images, networks and nodes are read when their filter is opened or set. */
export function useServerFilters(state: ListState, view: View): ListFilter[] {
  const { t } = useTranslation('servers');
  const { t: ui } = useTranslation('ui');
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set());
  const enabled = (key: string) => ({ enabled: opened.has(key) || state.filters[key] !== undefined });
  const all = { limit: PAGE_LIMIT };
  const flavors = useList(api.flavors.list, all, undefined, enabled('flavor'));
  const images = useList(api.images.list, all, undefined, enabled('image'));
  const networks = useList(api.networks.list, all, undefined, enabled('network'));
  const nodes = useList(api.nodes.list, all, undefined, enabled('host'));

  const choice = (key: string, label: string, options: ChoiceFilter['options'] | undefined): ChoiceFilter => ({
    kind: 'choice',
    key,
    label,
    options: options ?? [],
    loading: options === undefined,
    onOpen: () => setOpened((before) => new Set(before).add(key)),
  });
  const byName = (items: readonly { id: string; name: string }[] | undefined) => items?.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { kind: 'search', key: 'name', label: ui('filter.by-name') },
    choice(
      'status',
      t('field.status'),
      SERVER_STATUSES.map((status) => ({ value: status, label: statusText(t, status) })),
    ),
    choice('flavor', t('field.flavor'), byName(flavors.data?.data)),
    choice('image', t('field.image'), byName(images.data?.data)),
    choice('network', t('field.network'), byName(networks.data?.data)),
    ...(view === 'system'
      ? [
          choice(
            'host',
            t('field.host'),
            nodes.data?.data.map(({ host }) => ({ value: host, label: host })),
          ),
        ]
      : []),
  ];
}
