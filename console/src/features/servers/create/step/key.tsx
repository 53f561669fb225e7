import { useTranslation } from 'react-i18next';
import { KeyField } from '../../../../parts/key-pairs/key-field.tsx';
import { PasswordField } from '../../../../ui/form/password-field.tsx';
import { CREATE_STEP } from '../../paths.ts';
import type { StepProps } from './step-props.ts';

/**
 * How one signs in: by one of the user's SSH keys, or none, and by a password where the image's guest takes one. A key that is added from
 * here is chosen.
 */
export function KeyStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  return (
    <>
      <KeyField
        form={form}
        name="key_pair_id"
        hidesLabel
        helper={t('create.key-helper')}
        none={t('create.no-key')}
        back={{ name: CREATE_STEP, params: { step: 'key' } }}
      />
      {(chosen.image.data?.allow_set_password === true || draft.password !== '') && (
        <PasswordField
          form={form}
          name="password"
          label={t('edit.password')}
          helper={t('wizard.password-helper')}
          rules={draft.password !== ''}
        />
      )}
    </>
  );
}
