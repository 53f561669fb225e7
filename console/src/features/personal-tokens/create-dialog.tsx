import { PERSONAL_TOKEN_DAYS, personalTokenCreateBody, type NewPersonalToken } from '@gantry/contract/nouns/session/tokens';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { useSession } from '../../app/session/use-session.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';

/** Makes a token for where the user works now. */
export function CreateDialog({ onDone, onClose }: { onDone(token: NewPersonalToken): void; onClose(): void }) {
  const { t } = useTranslation('personal-tokens');
  const project = useSession((session) => session.currentProject);
  const form = useResourceForm({
    noun: 'personal-tokens',
    kind: 'personal_token',
    call: api.session.createToken,
    schema: personalTokenCreateBody,
    defaults: { name: '', access: 'read', expires_in_days: 90 },
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
      intro={project ? t('create.in-project', { name: project.name }) : t('create.in-scope')}
      submitLabel={t('create.submit')}
      onCancel={onClose}
    >
      <TextField form={form} name="name" label={t('field.name')} helper={t('create.name-help')} required />
      <RadioField form={form} name="access" label={t('field.access')} options={access} required />
      <NumberField
        form={form}
        name="expires_in_days"
        label={t('field.expires-in')}
        unit={t('days')}
        min={1}
        max={PERSONAL_TOKEN_DAYS}
        required
      />
    </FormDialog>
  );
}
