import { VOLUME_GIB } from '@gantry/contract/constants';
import { volumeExtendBodyFrom } from '@gantry/contract/nouns/volumes/bodies';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { storageLeft } from '../../app/resource/storage-left.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { NumberField } from '../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { useQuota } from './use-quota.ts';

/** Lets a volume grow: to more than it has, within the bounds of volumes; what the quota leaves is told. */
export function ExtendDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t, i18n } = useTranslation('volumes');
  // What the form was opened with: once it is accepted the volume may have grown before the dialog closes.
  const [now] = useState(volume.size);
  const left = storageLeft(useQuota(volume.project_id), volume.storage_policy_name);
  const size = (gib: number) => formatSize(fromGib(gib), i18n.language);
  const helper = [t('extend.now', { size: size(now) }), ...(left === undefined ? [] : [t('extend.left', { size: size(left) })])];
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      call={api.volumes.extend}
      item={volume}
      schema={volumeExtendBodyFrom(now)}
      defaults={{ size: Math.min(now + 1, VOLUME_GIB.max) }}
      label={t('extend.title', { name: volume.name || volume.id })}
      intro={t('extend.body')}
      submitLabel={t('extend.action')}
      confirmOnClose={false}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <NumberField
          form={form}
          name="size"
          label={t('extend.size')}
          required
          unit="GiB"
          min={now + 1}
          max={VOLUME_GIB.max}
          helper={helper.join(' ')}
        />
      )}
    </CommandDialog>
  );
}
