import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import type { CORSRule } from '@aws-sdk/client-s3';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../app/errors/failure.ts';
import { AGE_MAX, corsDraft, CORS_METHODS, corsSchema, type CorsDraft } from '../../../parts/object-storage/cors-draft.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { FieldShell } from '../../../ui/form/field-shell.tsx';
import { NumberField, TextAreaField, useField } from '../../../ui/form/fields.tsx';
import { useSchemaForm, type SchemaForm } from '../../../ui/form/use-schema-form.ts';
import { useS3Failure } from '../use-s3-failure.ts';
import { RulesCard } from './rules-card.tsx';

/** Which pages of other origins may ask for a bucket. */
export function CorsCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('object-storage');
  const texts = (values: readonly string[] = []) => values.join(', ');
  return (
    <RulesCard<CORSRule>
      bucket={bucket}
      setting="cors"
      on={(client, name) => ({ read: () => client.cors(name), write: (rules) => client.setCors(name, rules) })}
      nameOf={({ AllowedOrigins = [] }) => AllowedOrigins.join(', ')}
      columns={[
        { key: 'origins', kind: 'name', label: t('cors.origins'), value: ({ rule }) => texts(rule.AllowedOrigins) },
        { key: 'methods', label: t('cors.methods'), value: ({ rule }) => texts(rule.AllowedMethods) },
        { key: 'headers', label: t('cors.headers'), value: ({ rule }) => texts(rule.AllowedHeaders) },
        { key: 'exposed', label: t('cors.exposed'), value: ({ rule }) => texts(rule.ExposeHeaders) },
      ]}
      isEditable={() => true}
      dialog={(props) => <CorsDialog {...props} />}
    />
  );
}

interface CorsDialogProps {
  /** Absent: a new one. */
  rule: CORSRule | undefined;
  save(rule: CORSRule): Promise<void>;
  onClose(): void;
}

function CorsDialog({ rule, save, onClose }: CorsDialogProps) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm<CorsDraft, CORSRule, void>({
    schema: corsSchema,
    defaults: corsDraft(rule ?? { AllowedMethods: ['GET'] }),
    submit: (filled) => save({ ...(rule?.ID !== undefined && { ID: rule.ID }), ...filled }),
    onDone: onClose,
    describe: useS3Failure(),
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={t(rule ? 'rules.edit' : 'rules.add')} submitLabel={t('settings.save')} onCancel={onClose}>
      <TextAreaField form={form} name="origins" label={t('cors.origins')} required helper={t('cors.origins-helper')} />
      <MethodsField form={form} />
      <TextAreaField form={form} name="headers" label={t('cors.headers')} helper={t('cors.headers-helper')} />
      <TextAreaField form={form} name="exposed" label={t('cors.exposed')} helper={t('cors.exposed-helper')} />
      <NumberField form={form} name="maxAge" label={t('cors.max-age')} unit={t('cors.seconds')} min={0} max={AGE_MAX} />
    </FormDialog>
  );
}

function MethodsField({ form }: { form: SchemaForm<CorsDraft, CORSRule> }) {
  const { t } = useTranslation('object-storage');
  const label = t('cors.methods');
  const { id, field, error } = useField({ form, name: 'methods', label });
  const chosen = field.value as CorsDraft['methods'];
  return (
    <FieldShell id={id} label={label} required error={error} groupRole="group">
      {CORS_METHODS.map((method) => (
        <Checkbox
          key={method}
          id={`${id}-${method}`}
          label={method}
          isChecked={chosen[method]}
          onChange={(_, on) => field.onChange({ ...chosen, [method]: on })}
          onBlur={field.onBlur}
        />
      ))}
    </FieldShell>
  );
}
