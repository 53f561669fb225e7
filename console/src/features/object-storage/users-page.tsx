import type { S3Account } from '@gantry/contract/nouns/object-storage/entity';
import { enabledStatusOf } from '@gantry/contract/wire/statuses';
import UsersIcon from '@patternfly/react-icons/dist/esm/icons/users-icon';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { EnabledLabel } from '../../app/resource/status.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { listQueryOf, readListState, type ListSpec } from '../../ui/list/list-state.ts';
import { ResourceTable } from '../../ui/list/resource-table.tsx';
import { UsedSize, ObjectCount } from './usage.tsx';
import { Overview } from './overview.tsx';
import { useS3Failure } from './use-s3-failure.ts';

const OF_SERVICE = { service: 's3service' } as const;
/** Users of one page. */
const PAGE = 100;
/** The list knows no order and no filters. */
const USERS: ListSpec = { sortKeys: [], filters: {}, defaultSort: 'name:asc', limit: PAGE };

/** Who uses object storage, for administrators (screens B2). */
export function Page() {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const [state, setState] = useState(() => readListState({}, USERS));
  const { sort: _sort, with_count: _count, ...query } = listQueryOf(state, USERS);
  const { data, error, refetch, isFetching, isPlaceholderData } = useList(api.objectStorage.users, query, OF_SERVICE);
  const page = useMemo(() => (data && isPlaceholderData ? { ...data, marker: undefined } : data), [data, isPlaceholderData]);
  const actions = useUserActions(data?.data ?? [], () => void refetch());
  const columns: Column<S3Account>[] = [
    { key: 'name', kind: 'name', label: t('users.name'), value: ({ name }) => name },
    { key: 'email', label: t('users.email'), value: ({ email }) => email },
    {
      key: 'status',
      kind: 'status',
      label: t('key.status'),
      value: ({ is_enabled: isEnabled }) => t(`key.${enabledStatusOf(isEnabled)}`),
      render: ({ is_enabled: isEnabled }) => <EnabledLabel enabled={isEnabled} word={(status) => t(`key.${status}`)} />,
    },
    { key: 'keys', kind: 'number', label: t('users.keys'), value: ({ keys }) => keys.length },
    { key: 'buckets', kind: 'number', label: t('users.buckets'), value: ({ kept }) => kept?.buckets ?? null },
    {
      key: 'objects',
      kind: 'size',
      label: t('buckets.objects'),
      value: ({ kept, limits }) => kept?.objects ?? limits.objects,
      render: ({ kept, limits }) => <ObjectCount count={kept?.objects} limit={limits.objects} />,
    },
    {
      key: 'size',
      kind: 'usage',
      label: t('files.size'),
      value: ({ kept, limits }) => kept?.bytes ?? limits.bytes,
      render: ({ kept, limits }) => <UsedSize bytes={kept?.bytes ?? null} limit={limits.bytes} />,
    },
    { key: 'id', kind: 'id', label: t('users.id'), value: ({ id }) => id, render: ({ id }) => <code>{id}</code> },
  ];
  return (
    <>
      <PageHeading>{t('users.title')}</PageHeading>
      <Overview />
      <ResourceTable
        label={t('users.title')}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={columns}
        defaultSort={USERS.defaultSort}
        state={state}
        onState={(change) => setState(change)}
        page={page}
        first={(state.page - 1) * state.limit + 1}
        loading={isFetching}
        failure={error ? describe(error) : undefined}
        onRetry={() => void refetch()}
        empty={{ icon: UsersIcon, title: t('users.none'), body: t('users.none-body') }}
        {...(actions.any && { actions })}
      />
      {actions.dialog}
    </>
  );
}

function useUserActions(items: readonly S3Account[], refresh: () => void) {
  const { limits = { user: false }, max_keys: maxKeys = 0 } = useList(api.objectStorage.overview, {}).data ?? {};
  const { t } = useTranslation('object-storage');
  const may = useMay();
  const offered = may(api.objectStorage.updateUser);
  const update = useCommand(api.objectStorage.updateUser);
  const switched =
    (isEnabled: boolean) =>
    async ({ id }: S3Account) => {
      await update.mutateAsync({ params: { ...OF_SERVICE, s3UserId: id }, body: { is_enabled: isEnabled } });
      refresh();
    };
  return useResourceActions<S3Account>({
    kind: 's3_user',
    items,
    actions: [
      {
        id: 'objectStorage.userKeys',
        label: t('users.keys'),
        offered: may(api.objectStorage.createUserKey) && maxKeys > 0,
        rule: () => true,
        dialog: () => import('./user-keys-dialog.tsx').then(({ UserKeysDialog }) => UserKeysDialog),
      },
      {
        id: 'objectStorage.limitUser',
        label: t('users.limits'),
        offered: offered && limits.user,
        rule: () => true,
        dialog: () => import('./user-limits-dialog.tsx').then(({ UserLimitsDialog }) => UserLimitsDialog),
      },
      {
        id: 'objectStorage.enableUser',
        label: t('key.enable'),
        offered,
        fits: ({ is_enabled: isEnabled }) => !isEnabled,
        rule: () => true,
        run: switched(true),
      },
      {
        id: 'objectStorage.disableUser',
        label: t('key.disable'),
        offered,
        fits: ({ is_enabled: isEnabled }) => isEnabled,
        rule: () => true,
        confirm: ({ name }) => ({ title: t('key.disable-title', { name }), body: t('users.stops'), confirm: t('key.disable') }),
        run: switched(false),
      },
    ],
  });
}
