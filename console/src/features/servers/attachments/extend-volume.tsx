import { VOLUME_GIB } from '@gantry/contract/constants';
import { volumeExtendBodyFrom } from '@gantry/contract/nouns/volumes/bodies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { CommandDialog } from '../../../app/form/command-dialog.tsx';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../../ui/show/format-size.ts';
import { storageLeft } from '../../../app/resource/storage-left.ts';
import type { AttachedVolume } from './use-volumes.ts';

export type Extendable = Pick<AttachedVolume, 'id' | 'name' | 'size' | 'policy' | 'projectId'>;

/** Lets a volume of a server grow: to more than it has, within the bounds of volumes; what the quota leaves is told. */
export function ExtendVolumeDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Extendable>) {
  const { t, i18n } = useTranslation('servers');
  const { name } = volume;
  // What the form was opened with: once it is accepted the volume may have grown before the dialog closes.
  const [now] = useState(volume.size ?? 0);
  const left = useStorageLeft(volume);
  const size = (gib: number) => formatSize(fromGib(gib), i18n.language);
  const helper = [
    now > 0 && t('volumes.extend-now', { size: size(now) }),
    left !== undefined && t('volumes.extend-left', { size: size(left) }),
  ];
  return (
    <CommandDialog
      noun="servers"
      kind="volume"
      call={api.volumes.extend}
      item={volume}
      schema={volumeExtendBodyFrom(now)}
      defaults={{ size: Math.min(now + 1, VOLUME_GIB.max) }}
      label={t('volumes.extend-title', { name })}
      intro={t('volumes.extend-body')}
      submitLabel={t('volumes.extend')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <NumberField
          form={form}
          name="size"
          label={t('volumes.extend-size')}
          required
          unit="GiB"
          min={now + 1}
          max={VOLUME_GIB.max}
          helper={helper.filter((text) => text !== false).join(' ')}
        />
      )}
    </CommandDialog>
  );
}

/** GiB that the quota of a volume's project leaves of its storage policy; undefined where it is not known, or has no limit. */
function useStorageLeft({ projectId, policy }: Extendable): number | undefined {
  const may = useMay();
  const { data } = useList(api.quotas.read, { usage: true }, { projectId }, { enabled: may(api.quotas.read) });
  return storageLeft(data, policy);
}
