import { volumeSnapshotUpdateBody } from '@gantry/contract/nouns/volume-snapshots/calls';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';

/** Renames a snapshot, and says what it is. */
export function EditDialog({ item, obstacle, onClose }: ActionDialogProps<VolumeSnapshot>) {
  const { t } = useTranslation('volume-snapshots');
  return (
    <CommandDialog
      noun="volume-snapshots"
      kind="volume_snapshot"
      item={item}
      call={api.volumeSnapshots.update}
      schema={volumeSnapshotUpdateBody}
      defaults={{ name: item.name, description: item.description ?? '' }}
      label={t('edit.title', { name: item.name })}
      submitLabel={t('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('field.name')} required />
          <DescriptionField form={form} label={t('field.description')} />
        </>
      )}
    </CommandDialog>
  );
}
