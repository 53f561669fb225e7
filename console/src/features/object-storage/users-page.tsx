import type { S3Account } from '@gantry/contract/nouns/object-storage/entity';
import UsersIcon from '@patternfly/react-icons/dist/esm/icons/users-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { useDomainFilter } from '../../app/list/use-domain-filter.ts';
import { useListPage } from '../../app/list/use-list-page.ts';
import { ResourceListPage } from '../../app/resource/list-page.tsx';
import { ownersIn } from '../../app/resource/owners.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { useUiText } from '../../ui/text.ts';
import { Overview } from './overview.tsx';
import { userColumns } from './users-columns.tsx';
import { OF_SERVICE, usersListSpec } from './users-list-spec.ts';

/** Who uses object storage, for administrators (screens B2). */
export function Page() {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const list = useListPage<S3Account>(api.objectStorage.users, usersListSpec);
  const domain = useDomainFilter(list.state, t('users.domain'));
  const may = useMay();
  const { domain: ofDomains } = ownersIn(useScopeKey());
  const actions = useUserActions(list.items, list.onRetry);
  const columns = useMemo(() => userColumns(t, ofDomains), [t, ofDomains]);
  return (
    <ResourceListPage
      noun="object-storage"
      icon={UsersIcon}
      list={list}
      tabs={<Overview />}
      columns={columns}
      filters={[
        { kind: 'search', key: 'search', label: ui('filter.by-name-or-id') },
        ...(ofDomains && may(api.domains.list) ? [domain] : []),
      ]}
      nameOf={({ name }) => name}
      actions={actions}
    />
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
