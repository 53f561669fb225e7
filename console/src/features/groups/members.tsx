import { USERS_PER_GROUP, type Group } from '@gantry/contract/nouns/groups/entity';
import type { User } from '@gantry/contract/nouns/users/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { UserTable } from '../../parts/people/user-table.tsx';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { placeOf } from './section.ts';

/** Who is in a group, and the way out of it. */
export function GroupMembers({ group }: { group: Group }) {
  const { t } = useTranslation('groups');
  const may = useMay();
  const [leaving, setLeaving] = useState<User>();
  const query = useList(
    api.users.list,
    { group_id: group.id, sort: 'name:asc', limit: USERS_PER_GROUP },
    { domainId: group.domain_id },
    { enabled: may(api.users.list) },
  );
  return (
    <>
      <UserTable
        label={t('field.members')}
        query={query}
        empty={t('members-none')}
        columns={[]}
        actions={plainActions(
          (user) => [{ id: 'groups.removeUsers', label: t('remove.action'), danger: true, onSelect: () => setLeaving(user) }],
          may(api.groups.removeUsers),
        )}
      />
      {leaving && <Remove group={group} user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

/** Asks before somebody leaves a group. */
function Remove({ group, user, onClose }: { group: Group; user: User; onClose(): void }) {
  const { t } = useTranslation('groups');
  const describe = useFailure();
  const [refreshGroup, refreshUsers] = [useRefresh('group'), useRefresh('user')];
  const remove = useCommand(api.groups.removeUsers);
  const end = () =>
    remove.mutate(
      { params: placeOf(group), body: { uuids: [user.id] } },
      { onSuccess: () => void Promise.all([refreshGroup(), refreshUsers()]).then(onClose) },
    );
  return (
    <ConfirmDialog
      title={t('remove.title', { user: user.name, group: group.name })}
      body={t('remove.body')}
      confirm={t('remove.action')}
      pending={remove.isPending}
      failure={remove.error ? describe(remove.error) : undefined}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
