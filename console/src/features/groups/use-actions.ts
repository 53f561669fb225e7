import type { Group } from '@gantry/contract/nouns/groups/entity';
import { isWithinReach } from '@gantry/contract/nouns/users/rules';
import type { Rule } from '@gantry/contract/wire/verdict';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSeesDomains } from '../../parts/people/use-sees-domains.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';

/** What reaches above the domain is left to administrators of the system. */
export function useGroupRule(): Rule<Group> {
  const system = useSeesDomains();
  return (group) => isWithinReach(group, { system });
}

/** What can be done to groups beside deleting them. */
export function useGroupActions(): Action<Group>[] {
  const { t } = useTranslation('groups');
  const { t: users } = useTranslation('users');
  const may = useMay();
  const rule = useGroupRule();
  const edit = useEditAction<Group>('groups', api.groups.update, rule, () =>
    import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  return [
    edit,
    {
      id: 'groups.addUsers',
      label: t('add.action'),
      offered: may(api.groups.addUsers),
      rule,
      dialog: () => import('./add-users.tsx').then(({ AddUsers }) => AddUsers),
    },
    {
      id: 'groups.assign',
      label: users('action.assign'),
      offered: may(api.groups.assign),
      rule,
      dialog: () => import('./assign-group.tsx').then(({ AssignGroup }) => AssignGroup),
    },
  ];
}
