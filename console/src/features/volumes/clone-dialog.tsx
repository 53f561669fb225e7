import { VOLUME_GIB } from '@gantry/contract/constants';
import { volumeCloneBodyFrom } from '@gantry/contract/nouns/volumes/bodies';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { inProjectOf } from '../../app/create/in-project-of.tsx';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { AS_IT_IS } from '../../ui/direction.ts';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { PolicyField } from '../../parts/storage-policies/policy-field.tsx';
import { VolumeQuota } from '../../parts/volumes/volume-quota.tsx';

const VOLUME = { kind: 'volume' } as const;

function Clone({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t, i18n } = useTranslation('volumes');
  const text = useNounText('volumes');
  const [schema] = useState(() => volumeCloneBodyFrom(volume.size));
  const name = volume.name || volume.id;
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      makes={VOLUME}
      call={api.volumes.clone}
      item={volume}
      schema={schema}
      defaults={{ volume_id: volume.id, name: t('clone.name', { name, ...AS_IT_IS }).slice(0, 255), size: volume.size }}
      label={t('clone.title', { name })}
      submitLabel={t('clone.action')}
      obstacle={obstacle}
      wide
      confirmOnClose={false}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <NumberField
            form={form}
            name="size"
            label={text('field.size')}
            helper={t('add.size-helper', { size: formatSize(fromGib(volume.size), i18n.language) })}
            required
            unit="GiB"
            min={volume.size}
            max={VOLUME_GIB.max}
          />
          <Policy form={form} source={volume} />
          <VolumeQuota form={form} />
        </>
      )}
    </CommandDialog>
  );
}

/** Makes a copy of a volume, at least as large. */
export const CloneDialog = inProjectOf(Clone, (volume) => volume);

function Policy({ form, source }: Pick<Parameters<typeof PolicyField<Draft, Copy>>[0], 'form'> & { source: Volume }) {
  const { t } = useTranslation('volumes');
  const size = useWatch({ control: form.fields.control, name: 'size' }) ?? source.size;
  return <PolicyField form={form} size={size} usual={{ name: t('clone.policy'), policy: source.storage_policy_name }} />;
}
type Schema = ReturnType<typeof volumeCloneBodyFrom>;
type Draft = Schema['_zod']['input'];
type Copy = Schema['_zod']['output'];
