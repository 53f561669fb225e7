import type { LifecycleRule } from '@aws-sdk/client-s3';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../app/errors/failure.ts';
import {
  DAYS_MAX,
  EMPTY_LIFECYCLE,
  KEEP_MAX,
  lifecycleDraft,
  lifecycleSchema,
  type LifecycleDraft,
} from '../../../parts/object-storage/lifecycle-draft.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useS3Failure } from '../use-s3-failure.ts';

interface LifecycleDialogProps {
  /** Absent: a new one. */
  rule: LifecycleRule | undefined;
  save(rule: LifecycleRule): Promise<void>;
  onClose(): void;
}

/** Asks what a rule is about and what it ends. */
export function LifecycleDialog({ rule, save, onClose }: LifecycleDialogProps) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm<LifecycleDraft, LifecycleRule, void>({
    schema: lifecycleSchema,
    defaults: { ...EMPTY_LIFECYCLE, ...(rule && lifecycleDraft(rule)) },
    submit: (filled) => save({ ...filled, Status: rule?.Status ?? 'Enabled' }),
    onDone: onClose,
    describe: useS3Failure(),
    fieldText: (text) => fieldText(shell, text),
  });
  const days = { form, unit: t('lifecycle.unit'), min: 1, max: DAYS_MAX };
  return (
    <FormDialog form={form} label={t(rule ? 'rules.edit' : 'rules.add')} submitLabel={t('settings.save')} onCancel={onClose}>
      <TextField form={form} name="id" label={t('lifecycle.name')} helper={t('lifecycle.name-helper')} />
      <TextField form={form} name="prefix" label={t('lifecycle.prefix')} helper={t('lifecycle.prefix-helper')} />
      <NumberField {...days} name="days" label={t('lifecycle.days')} />
      <NumberField {...days} name="olderDays" label={t('lifecycle.older')} />
      <NumberField form={form} name="keep" label={t('lifecycle.keep')} min={1} max={KEEP_MAX} helper={t('lifecycle.keep-helper')} />
      <NumberField {...days} name="uploadDays" label={t('lifecycle.uploads')} />
      <CheckboxField form={form} name="markers" label={t('lifecycle.markers')} helper={t('lifecycle.markers-helper')} />
    </FormDialog>
  );
}
