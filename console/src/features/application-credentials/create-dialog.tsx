import {
  applicationCredentialCreateBody,
  CREDENTIAL_DAYS,
  type NewApplicationCredential,
} from '@gantry/contract/nouns/session/application-credentials';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';

interface CreateDialogProps {
  /** Name of the project that is worked in. */
  project: string;
  onDone(made: NewApplicationCredential): void;
  onClose(): void;
}

/** Makes a credential for the project that is worked in. */
export function CreateDialog({ project, onDone, onClose }: CreateDialogProps) {
  const { t } = useTranslation('application-credentials');
  const form = useResourceForm({
    noun: 'application-credentials',
    kind: 'application_credential',
    call: api.session.createCredential,
    schema: applicationCredentialCreateBody,
    defaults: { name: '', description: '', access: 'full', expires_in_days: 90 },
    onDone,
  });
  const access = (['read', 'full'] as const).map((value) => ({
    value,
    label: t(`access.${value}`),
    description: t(`access.${value}-means`),
  }));
  return (
    <FormDialog
      form={form}
      label={t('create.title')}
      intro={t('create.in-project', { name: project })}
      submitLabel={t('create.submit')}
      onCancel={onClose}
    >
      <TextField form={form} name="name" label={t('field.name')} helper={t('create.name-help')} required />
      <DescriptionField form={form} label={t('field.description')} />
      <RadioField form={form} name="access" label={t('field.access')} options={access} required />
      <NumberField
        form={form}
        name="expires_in_days"
        label={t('field.expires-in')}
        helper={t('create.expires-help')}
        unit={t('days')}
        min={1}
        max={CREDENTIAL_DAYS}
      />
    </FormDialog>
  );
}
