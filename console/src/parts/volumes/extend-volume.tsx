import { VOLUME_GIB } from '@gantry/contract/constants';
import { volumeExtendBodyFrom } from '@gantry/contract/nouns/volumes/bodies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { storageLeft } from '../quotas/storage-left.ts';
import { useQuota } from '../quotas/use-quota.ts';

interface ExtendVolumeProps {
  /** `size` in GiB, null where it is not known; `policy`: name of its storage policy. */
  volume: { id: string; name: string; size: number | null; policy: string | null; project_id: string };
  submitLabel: string;
  obstacle: string | undefined;
  onClose(): void;
}

/** Lets a volume grow: to more than it has, within the bounds of volumes; what the quota leaves is told. */
export function ExtendVolume({ volume, submitLabel, obstacle, onClose }: ExtendVolumeProps) {
  const { t, i18n } = useTranslation('resource');
  // What the form was opened with: once it is accepted the volume may have grown before the dialog closes.
  const [now] = useState(volume.size ?? 0);
  const left = storageLeft(useQuota(volume.project_id), volume.policy);
  const size = (gib: number) => formatSize(fromGib(gib), i18n.language);
  const helper = [
    ...(now > 0 ? [t('extend.now', { size: size(now) })] : []),
    ...(left === undefined ? [] : [t('extend.left', { size: size(left) })]),
  ];
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
      submitLabel={submitLabel}
      obstacle={obstacle}
      confirmOnClose={false}
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
