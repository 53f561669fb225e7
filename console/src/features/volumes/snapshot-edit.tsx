import { volumeSnapshotUpdateBody } from '@gantry/contract/nouns/volume-snapshots/calls';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';

/** Renames a snapshot, and says what it is, from the page of its volume. */
export function SnapshotEditDialog({ item, obstacle, onClose }: ActionDialogProps<VolumeSnapshot>) {
  const text = useNounText('volume-snapshots');
  return (
    <CommandDialog
      noun="volume-snapshots"
      kind="volume_snapshot"
      item={item}
      call={api.volumeSnapshots.update}
      schema={volumeSnapshotUpdateBody}
      defaults={{ name: item.name, description: item.description ?? '' }}
      label={text('edit.title', { name: item.name || item.id })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
        </>
      )}
    </CommandDialog>
  );
}
