import { VOLUME_GIB } from '@gantry/contract/constants';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { volumeCreateBody } from '@gantry/contract/nouns/volumes/bodies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { inProjectOf } from '../../app/create/in-project-of.tsx';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { VolumeQuota } from '../../parts/volumes/volume-quota.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';

const VOLUME = { kind: 'volume' } as const;

/** The body of a new volume that has at least so many GiB. */
const schemaFrom = (least: number) =>
  volumeCreateBody.superRefine(({ size = least }, { addIssue }) => {
    if (size < least) addIssue({ code: 'custom', path: ['size'], message: 'too_small', params: { min: least } });
  });

function FromSnapshot({ item: snapshot, obstacle, onClose }: ActionDialogProps<VolumeSnapshot>) {
  const { t, i18n } = useTranslation('volumes');
  const text = useNounText('volumes');
  const { id, name, size } = snapshot;
  const [schema] = useState(() => schemaFrom(size));
  return (
    <CommandDialog
      noun="volumes"
      kind="volume"
      makes={VOLUME}
      call={api.volumes.create}
      item={snapshot}
      schema={schema}
      defaults={{ name, size, snapshot_id: id }}
      statusText={useStatusText('volume-snapshots')}
      label={t('from.title', { name: name || id })}
      submitLabel={t('from.action')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <NumberField
            form={form}
            name="size"
            label={text('field.size')}
            helper={t('add.size-helper', { size: formatSize(fromGib(size), i18n.language) })}
            required
            unit="GiB"
            min={size}
            max={VOLUME_GIB.max}
          />
          <VolumeQuota form={form} />
        </>
      )}
    </CommandDialog>
  );
}

/** Makes a volume of a snapshot, at least as large. */
export const FromSnapshotDialog = inProjectOf(FromSnapshot, (snapshot) => snapshot);
