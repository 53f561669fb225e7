import { DPD_ACTIONS, INITIATORS, MTU_MIN, VPN_LIMITS } from '@gantry/contract/nouns/vpn-connections/values';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { VpnForm } from './types.ts';

/** The other side, the key that both share, and what is done when it no longer answers. */
export function ConnectionFields<O>({ form, isNew = false }: { form: VpnForm<O>; isNew?: boolean }) {
  const { t } = useTranslation('vpn');
  const text = useNounText('vpn');
  return (
    <>
      <TextField form={form} name="name" label={text('field.name')} required />
      <TextField form={form} name="peer_address" label={t('field.peer')} required helper={t('connection.peer-helper')} />
      <PasswordField
        form={form}
        name="psk"
        label={t('field.psk')}
        required={isNew}
        helper={isNew ? t('connection.psk-helper') : t('connection.psk-kept')}
      />
      <PasswordField form={form} name="psk_again" label={t('field.psk-again')} required={isNew} />
      <TextField form={form} name="peer_id" label={t('field.peer-id')} helper={t('connection.peer-id-helper')} />
      <TextField form={form} name="local_id" label={t('field.local-id')} helper={t('connection.local-id-helper')} />
      <SelectField
        form={form}
        name="initiator"
        label={t('field.initiator')}
        options={INITIATORS.map((value) => ({ value, label: t(`initiator.${value}`) }))}
      />
      <SelectField
        form={form}
        name="dpd_action"
        label={t('field.dpd')}
        helper={t('connection.dpd-helper')}
        options={DPD_ACTIONS.map((value) => ({ value, label: t(`dpd.${value}`) }))}
      />
      <NumberField form={form} name="dpd_interval" label={t('field.interval')} required unit="s" min={1} max={VPN_LIMITS.seconds} />
      <NumberField form={form} name="dpd_timeout" label={t('field.timeout')} required unit="s" min={1} max={VPN_LIMITS.seconds} />
      <NumberField form={form} name="mtu" label="MTU" required min={MTU_MIN[4]} max={VPN_LIMITS.mtu} />
      <TextField form={form} name="description" label={text('field.description')} />
    </>
  );
}
