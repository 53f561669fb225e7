import { userPasswordBody } from '@gantry/contract/nouns/users/bodies';
import type { User } from '@gantry/contract/nouns/users/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { placeOf } from './section.ts';

/** Gives a user a new password. */
export function PasswordDialog({ item, obstacle, onClose }: ActionDialogProps<User>) {
  const { t } = useTranslation('users');
  const text = useNounText('users');
  return (
    <CommandDialog
      noun="users"
      kind="user"
      item={item}
      call={api.users.setPassword}
      params={placeOf(item)}
      schema={userPasswordBody}
      defaults={{ password: '' }}
      label={t('password.title', { name: item.name })}
      intro={t('password.body')}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <NewPasswordField form={form} />}
    </CommandDialog>
  );
}
