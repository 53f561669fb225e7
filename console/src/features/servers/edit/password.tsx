import { changePasswordBody } from '@gantry/contract/nouns/servers/bodies';
import { isPasswordSettable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../../app/api/calls.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useObstacle } from '../reasons.ts';
import type { EditBodyProps } from './subjects.ts';
import { ServerDialog } from '../server-dialog.tsx';

/** The body, and the password typed once more. */
const schema = z
  .object({ password: changePasswordBody.shape.password, again: z.string() })
  .refine(({ password, again }) => password === again, { error: 'passwords_differ', path: ['again'] })
  .transform(({ password }) => ({ password }));

/** Sets the password of the guest. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.changePassword}
      schema={schema}
      defaults={{ password: '', again: '' }}
      label={title}
      intro={server.username === null ? t('edit.password-body') : t('edit.password-of', { user: server.username })}
      submitLabel={t('edit.save')}
      obstacle={useObstacle(isPasswordSettable, server)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PasswordField form={form} name="password" label={t('edit.password')} helper={t('edit.password-helper')} rules required />
          <PasswordField form={form} name="again" label={t('edit.password-again')} required />
        </>
      )}
    </ServerDialog>
  );
}
