import { S3_SHARED_KINDS, type S3SharedKind } from '@gantry/contract/nouns/object-storage/entity';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { fieldText } from '../../app/errors/failure.ts';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useProjects } from '../../app/resource/use-projects.ts';
import { principalOf, SHARED_ACCESS, type Grant } from '../../parts/object-storage/sharing.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useS3Failure } from './use-s3-failure.ts';

const who = z.string().trim().max(128, { error: 'too_long' });
const schema = z
  .strictObject({ kind: z.enum(S3_SHARED_KINDS), user: who, project: who, access: z.enum(SHARED_ACCESS) })
  .superRefine(({ kind, ...named }, { addIssue }) => {
    if (named[kind] === '') addIssue({ code: 'custom', message: 'required', path: [kind] });
    else if (principalOf(kind, named[kind]) === undefined) addIssue({ code: 'custom', message: 'principal', path: [kind] });
  });

interface ShareBucketDialogProps {
  bucket: string;
  /** With whom the storage can share it. */
  kinds: readonly S3SharedKind[];
  share(grant: Grant): Promise<void>;
  /** It is shared with that principal now. */
  onDone(principal: string): void;
  onClose(): void;
}

/** Shares a bucket with a user or project: by name with one that the caller sees, else by the id. */
export function ShareBucketDialog({ bucket, kinds, share, onDone, onClose }: ShareBucketDialogProps) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const sees = useMay()(api.projects.list);
  const form = useSchemaForm({
    schema,
    defaults: { kind: 'user', user: '', project: '', access: 'read' },
    submit: async ({ kind, access, ...named }) => {
      const principal = principalOf(kind, named[kind])!;
      await share({ principal, access });
      return principal;
    },
    onDone,
    describe: useS3Failure(),
    fieldText: (text) => (text.code === 'principal' ? t('fields.principal') : fieldText(shell, text)),
  });
  const kind = useWatch({ control: form.fields.control, name: 'kind' });
  const { projects, ...search } = useProjects(sees && kind === 'project');
  return (
    <FormDialog form={form} label={t('sharing.add-title', { name: bucket })} submitLabel={t('sharing.add')} onCancel={onClose}>
      {kinds.length > 1 && (
        <RadioField
          form={form}
          name="kind"
          label={t('sharing.with')}
          options={kinds.map((value) => ({ value, label: t(`sharing.${value}`) }))}
          required
        />
      )}
      {kind === 'user' && <TextField form={form} name="user" label={t('sharing.user-id')} helper={t('sharing.user-help')} required />}
      {kind === 'project' && !sees && (
        <TextField form={form} name="project" label={t('sharing.project-id')} helper={t('sharing.project-help')} required />
      )}
      {kind === 'project' && sees && (
        <ResourceField
          form={form}
          name="project"
          label={t('sharing.project')}
          options={{ ...search, answer: projects && { data: projects } }}
          cells={[]}
        />
      )}
      <RadioField
        form={form}
        name="access"
        label={t('key.rights')}
        options={SHARED_ACCESS.map((value) => ({ value, label: t(`key.${value}`) }))}
        required
      />
    </FormDialog>
  );
}
