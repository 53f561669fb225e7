import { credentials } from '@gantry/contract/nouns/session/entity';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { api } from '../api/first-calls.ts';
import type { OpenedProps } from '../dialog/dialogs.ts';
import { useResourceForm } from '../form/use-resource-form.ts';
import { renewSession } from './sign-in-again.ts';

const schema = z.object({ password: credentials.shape.password });

/** Asks for the password before a session ends, and goes on in a new one: what is on the screen stays. */
export function StaySignedIn({ onClose }: OpenedProps) {
  const { t } = useTranslation('ui');
  const form = useResourceForm({
    noun: 'ui',
    kind: 'user',
    call: api.session.login,
    schema,
    defaults: { password: '' },
    send: ({ password }) => renewSession(password),
    onDone: onClose,
  });
  return (
    <FormDialog form={form} label={t('ending.stay')} intro={t('ending.intro')} submitLabel={t('ending.stay')} onCancel={onClose}>
      <PasswordField form={form} name="password" label={t('ending.password')} isCurrent required />
    </FormDialog>
  );
}
