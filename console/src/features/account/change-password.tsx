import { passwordChange } from '@gantry/contract/nouns/session/entity';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { api } from '../../app/api/calls.ts';
import { callApi } from '../../app/api/request.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { notify } from '../../app/notify/notices.ts';
import { signInAgain } from '../../app/session/sign-in-again.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';

/** The password of the signed-in user, who is signed in again with the new one (S0 §7). */
export function ChangePassword({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('account');
  const hasTokens = useCapabilities().has(api.session.createToken.capability ?? '');
  const form = useResourceForm({
    noun: 'account',
    kind: 'user',
    call: api.session.changePassword,
    schema: passwordChange,
    defaults: { current_password: '', new_password: '', confirm_password: '' },
    send: async (body) => {
      const answer = await callApi(api.session.changePassword, { body });
      await signInAgain(body.new_password);
      return answer;
    },
    onDone: () => {
      notify({ type: 'success', title: t('password.done') });
      onClose();
    },
  });
  const { control, trigger, getValues } = form.fields;
  const next = useWatch({ control, name: 'new_password' });
  // What was typed a second time is held against what is new now (S0 §5).
  useEffect(() => {
    if (getValues('confirm_password') !== '') void trigger('confirm_password');
  }, [next, trigger, getValues]);
  return (
    <FormDialog form={form} label={t('menu.password')} intro={t('password.intro')} submitLabel={t('password.submit')} onCancel={onClose}>
      {hasTokens && <p>{t('password.tokens')}</p>}
      <PasswordField form={form} name="current_password" label={t('password.current')} isCurrent required />
      <PasswordField form={form} name="new_password" label={t('password.new')} rules required />
      <PasswordField form={form} name="confirm_password" label={t('password.again')} required />
    </FormDialog>
  );
}
