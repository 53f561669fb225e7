import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { S3Account } from '@gantry/contract/nouns/object-storage/entity';
import UsersIcon from '@patternfly/react-icons/dist/esm/icons/users-icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { EnabledLabel } from '../../app/resource/status.tsx';
import { menuColumn } from '../../ui/action/menu-column.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { KeptSize, ObjectCount } from './kept.tsx';
import { Overview } from './overview.tsx';
import { useS3Failure } from './use-s3-failure.ts';

const OF_SERVICE = { service: 's3service' } as const;
/** Users of one page. */
const PAGE = 100;

/** Who uses object storage, for administrators (screens B2). */
export function Page() {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const describe = useS3Failure();
  const [markers, setMarkers] = useState<readonly string[]>([]);
  const marker = markers.at(-1);
  const { data, error, refetch } = useList(api.objectStorage.users, { limit: PAGE, ...(marker !== undefined && { marker }) }, OF_SERVICE);
  const actions = useUserActions(data?.data ?? [], () => void refetch());
  const next = data?.marker;
  return (
    <>
      <PageHeading>{t('users.title')}</PageHeading>
      <Overview />
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {!data && !error && <FullPageSpinner />}
      {data?.data.length === 0 && <EmptyState icon={UsersIcon} title={t('users.none')} body={t('users.none-body')} />}
      {data && data.data.length > 0 && (
        <DataTable
          label={t('users.title')}
          items={data.data}
          keyOf={({ id }) => id}
          columns={[
            { label: t('users.name'), render: ({ name }) => <bdi>{name}</bdi> },
            { label: t('users.email'), render: ({ email }) => email && <bdi>{email}</bdi> },
            {
              label: t('key.status'),
              render: ({ is_enabled: isEnabled }) => <EnabledLabel enabled={isEnabled} word={(status) => t(`key.${status}`)} />,
            },
            { label: t('users.keys'), render: ({ keys }) => String(keys.length) },
            { label: t('users.buckets'), render: ({ kept }) => kept && String(kept.buckets) },
            {
              label: t('buckets.objects'),
              render: ({ kept, limits }) => <ObjectCount count={kept?.objects} limit={limits.objects} />,
            },
            { label: t('files.size'), render: ({ kept, limits }) => <KeptSize bytes={kept?.bytes ?? null} limit={limits.bytes} /> },
            { label: t('users.id'), render: ({ id }) => <code>{id}</code> },
            ...menuColumn(ui, actions, ({ name }: S3Account) => name),
          ]}
        />
      )}
      {(next !== undefined || markers.length > 0) && (
        <div>
          <Button variant="secondary" isAriaDisabled={markers.length === 0} onClick={() => setMarkers(markers.slice(0, -1))}>
            {ui('pager.previous')}
          </Button>{' '}
          <Button
            variant="secondary"
            isAriaDisabled={next === undefined}
            onClick={() => next !== undefined && setMarkers([...markers, next])}
          >
            {ui('pager.next')}
          </Button>
        </div>
      )}
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
