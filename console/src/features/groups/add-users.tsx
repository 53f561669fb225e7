import { groupUsersBody, type GroupUsers } from '@gantry/contract/nouns/groups/calls';
import type { Group } from '@gantry/contract/nouns/groups/entity';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useUsersOf } from '../../parts/people/use-users-of.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { placeOf } from './section.ts';

/** Takes users of the domain into a group; who is in it already cannot be chosen. */
export function AddUsers({ item, obstacle, onClose }: ActionDialogProps<Group>) {
  const { t } = useTranslation('groups');
  const { t: users } = useTranslation('users');
  const text = useNounText('groups');
  const { options, ...found } = useUsersOf(item.domain_id, ({ group_ids: ids }) =>
    ids.includes(item.id) ? t('add.in-already') : undefined,
  );
  return (
    <CommandDialog
      noun="groups"
      kind="group"
      item={item}
      call={api.groups.addUsers}
      params={placeOf(item)}
      schema={groupUsersBody as z.ZodType<GroupUsers, GroupUsers>}
      defaults={{ uuids: [] }}
      marks={({ uuids }) => uuids}
      label={t('add.title', { name: item.name })}
      submitLabel={t('add.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <PickField
          {...found}
          form={form}
          name="uuids"
          several
          required
          label={users('people.users')}
          headers={[text('field.name'), users('field.role')]}
          options={options}
        />
      )}
    </CommandDialog>
  );
}
