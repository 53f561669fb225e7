import type { reportBody } from '@gantry/contract/nouns/problem-reports/calls';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

export const NO_REPORT = { contact_email: '', problem_description: '' };

/** Whom to answer, and what is wrong (S0 §3). */
export function ReportFields({ form }: { form: SchemaForm<z.input<typeof reportBody>, z.output<typeof reportBody>> }) {
  const { t } = useTranslation('problem-reports');
  return (
    <>
      <TextField form={form} name="contact_email" label={t('field.email')} required />
      <TextAreaField form={form} name="problem_description" label={t('field.problem')} helper={t('problem-helper')} />
    </>
  );
}
