import { volumeSnapshotCreateBody } from '@gantry/contract/nouns/volume-snapshots/calls';
import { VOLUME_SNAPSHOT_QUOTA } from '@gantry/contract/nouns/volume-snapshots/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useTranslation } from 'react-i18next';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { QuotaTaken } from '../quotas/quota-taken.tsx';

const SNAPSHOT = { kind: 'volume_snapshot' } as const;

interface Source {
  id: string;
  name: string;
  /** GiB; null where it is not known. */
  size: number | null;
  project_id: string;
}

/** Takes a snapshot of a volume. */
export function TakeSnapshotDialog({ item: volume, obstacle, onClose }: ActionDialogProps<Source>) {
  const { t } = useTranslation('resource');
  const text = useNounText('volumes');
  return (
    <CommandDialog
      noun="volumes"
      kind="volume_snapshot"
      makes={SNAPSHOT}
      call={api.volumeSnapshots.create}
      item={volume}
      schema={volumeSnapshotCreateBody}
      defaults={{ name: '', description: '', volume_id: volume.id }}
      statusText={useStatusText('volumes')}
      label={t('snapshot.title', { name: volume.name || volume.id })}
      intro={t('snapshot.body')}
      submitLabel={t('snapshot.take')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          <QuotaTaken projectId={volume.project_id} takes={{ amounts: takenBy(VOLUME_SNAPSHOT_QUOTA, [volume]) }} />
        </>
      )}
    </CommandDialog>
  );
}
