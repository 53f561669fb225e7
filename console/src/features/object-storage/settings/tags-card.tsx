import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText } from '../../../app/errors/failure.ts';
import type { BucketTag } from '../../../parts/object-storage/settings-api.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { PairsField } from '../../../ui/form/pairs-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { useS3Failure } from '../use-s3-failure.ts';
import { SettingCard } from './setting-card.tsx';
import { useChangeSetting } from './use-setting.ts';

/** Limits of S3. */
const TAGS_MAX = 50;
const KEY_CHARS = 128;
const VALUE_CHARS = 256;

const schema = z.strictObject({
  tags: z
    .array(
      z.object({
        key: z.string().trim().min(1, { error: 'pair_key', abort: true }).max(KEY_CHARS, { error: 'too_long' }),
        value: z.string().max(VALUE_CHARS, { error: 'too_long' }),
      }),
    )
    .max(TAGS_MAX, { error: 'too_many' })
    .refine((tags) => new Set(tags.map(({ key }) => key)).size === tags.length, { error: 'pair_twice' }),
});

/** The tags of a bucket. */
export function TagsCard({ bucket }: { bucket: string }) {
  const { t } = useTranslation('object-storage');
  const [isEditing, setEditing] = useState(false);
  return (
    <SettingCard bucket={bucket} setting="tags">
      {(tags) => (
        <>
          {tags.length > 0 && (
            <ShortList
              label={t('tags.title')}
              items={tags}
              idOf={({ key }) => key}
              nameOf={({ key }) => key}
              columns={[
                { key: 'key', kind: 'name', sort: 'key', label: t('tags.key'), value: ({ key }) => key },
                { key: 'value', sort: 'value', label: t('tags.value'), value: ({ value }) => value },
              ]}
            />
          )}
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {t('tags.edit')}
          </Button>
          {isEditing && <TagsDialog bucket={bucket} tags={tags} onClose={() => setEditing(false)} />}
        </>
      )}
    </SettingCard>
  );
}

function TagsDialog({ bucket, tags, onClose }: { bucket: string; tags: BucketTag[]; onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const { mutateAsync } = useChangeSetting(bucket, 'tags');
  const form = useSchemaForm({
    schema,
    defaults: { tags },
    submit: (changed) => mutateAsync((client) => client.setTags(bucket, changed.tags)),
    onDone: onClose,
    describe: useS3Failure(),
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={t('tags.edit')} submitLabel={t('settings.save')} wide onCancel={onClose}>
      <PairsField
        form={form}
        name="tags"
        label={t('tags.title')}
        texts={{ key: t('tags.key'), value: t('tags.value'), add: t('tags.add') }}
      />
    </FormDialog>
  );
}
