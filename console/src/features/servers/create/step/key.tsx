import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { PasswordField } from '../../../../ui/form/password-field.tsx';
import { Detour } from '../../../../app/create/detour.tsx';
import { ADD_KEY, CREATE_STEP } from '../../paths.ts';
import { ThingField } from '../../../../app/form/thing-field.tsx';
import { useOptions } from '../../../../app/list/use-options.ts';
import type { StepProps } from './step-props.ts';

/**
 * How one signs in: by one of the user's SSH keys, or none, and by a password where the image's guest takes one. A key that is added from
 * here is chosen; one that is added elsewhere meanwhile appears by itself.
 */
export function KeyStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  return (
    <>
      <ThingField
        options={useOptions(api.keyPairs.list, 'name:asc')}
        form={form}
        name="key_pair_id"
        label={t('field.key')}
        hidesLabel
        helper={t('create.key-helper')}
        none={t('create.no-key')}
        cells={[{ label: t('field.fingerprint'), of: ({ fingerprint }) => <bdi>{fingerprint}</bdi> }]}
      />
      {may(api.keyPairs.create) && (
        <Detour to={ADD_KEY} back={{ name: CREATE_STEP, params: { step: 'key' } }}>
          {t('create.add-key')}
        </Detour>
      )}
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
