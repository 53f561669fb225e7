import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { Column } from '../../ui/list/columns.ts';
import { Instant } from '../../ui/show/instant.tsx';
import { typeOf } from './key-type.ts';
import { ADD, DETAILS, keyPairListSpec } from './section.ts';
import { useKeyPairActions } from './use-key-pair-actions.ts';

/** The SSH keys of the user; administrators see whose they are. */
export function Page() {
  const { t } = useTranslation('key-pairs');
  const { t: ui } = useTranslation('ui');
  const isOwn = useScopeKey().startsWith('project:');
  const may = useMay();
  const list = useListPage<KeyPair>(api.keyPairs.list, keyPairListSpec);
  const actions = useKeyPairActions(list.items, list.selection.clear);
  const columns = useMemo(() => columnsOf(t, isOwn), [t, isOwn]);
  return (
    <ResourceListPage
      noun="key-pairs"
      icon={KeyIcon}
      list={list}
      columns={columns}
      filters={[{ kind: 'search', key: 'name', label: ui('filter.by-name') }]}
      nameOf={({ name }) => name}
      actions={actions}
      create={may(api.keyPairs.create) && { label: t('list.add'), to: ADD }}
    />
  );
}

const columnsOf = (t: TFunction<'key-pairs'>, isOwn: boolean): Column<KeyPair>[] => [
  {
    key: 'name',
    label: t('field.name'),
    sort: 'name',
    wide: true,
    value: ({ name }) => name,
    render: ({ id, name }) => (
      <Link to={DETAILS} params={{ keyPairId: id }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'type', label: t('field.type'), value: typeOf },
  {
    key: 'fingerprint',
    label: t('field.fingerprint'),
    value: ({ fingerprint }) => fingerprint,
    render: ({ fingerprint }) => <bdi dir="ltr">{fingerprint}</bdi>,
  },
  ...(isOwn ? [] : [{ key: 'user', label: t('field.user'), value: (key: KeyPair) => key.user_name }]),
  {
    key: 'created',
    label: t('field.created'),
    sort: 'created_at',
    value: ({ created_at }) => created_at,
    render: ({ created_at }) => <Instant at={created_at} />,
  },
];
