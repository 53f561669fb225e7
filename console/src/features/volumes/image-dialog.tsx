import { uploadToImageBody } from '@gantry/contract/nouns/volumes/bodies';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { api, type ApiCall } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import type { Named } from '../../app/resource/named.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { TextField } from '../../ui/form/fields.tsx';

const IMAGE = { kind: 'image', name: 'image_name' } as const;

/** A dialog that makes an image of something: only how that is called is asked. */
const imageDialog = <T extends Named>(kind: string, call: ApiCall) =>
  function ImageDialog({ item, obstacle, onClose }: ActionDialogProps<T>) {
    const { t } = useTranslation('volumes');
    return (
      <CommandDialog
        noun="volumes"
        kind={kind}
        makes={IMAGE}
        call={call}
        item={item}
        schema={uploadToImageBody}
        defaults={{ image_name: item.name }}
        label={t('to-image.title', { name: item.name || item.id })}
        intro={t('to-image.body')}
        submitLabel={t('to-image.action')}
        obstacle={obstacle}
        onClose={onClose}
      >
        {(form) => <TextField form={form} name="image_name" label={t('to-image.name')} required />}
      </CommandDialog>
    );
  };

export const VolumeImageDialog = imageDialog<Volume>('volume', api.volumes.uploadToImage);
export const SnapshotImageDialog = imageDialog<VolumeSnapshot>('volume_snapshot', api.volumeSnapshots.uploadToImage);
