import type { VolumeSnapshotCreate, volumeSnapshotCreateBody } from '@gantry/contract/nouns/volume-snapshots/calls';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounReason } from '../../app/resource/reason-text.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';

interface VolumeFieldProps {
  form: SchemaForm<z.input<typeof volumeSnapshotCreateBody>, VolumeSnapshotCreate>;
}

/** Which volume the snapshot is taken of; whether its server stands in the way is found out when it is asked for. */
export function VolumeField({ form }: VolumeFieldProps) {
  const { t } = useTranslation('volume-snapshots');
  const text = useNounText('volume-snapshots');
  const reason = useNounReason('volumes');
  const volumes = useOptions(api.volumes.list, 'name:asc');
  return (
    <PickField
      {...volumes}
      form={form}
      name="volume_id"
      label={t('field.volume')}
      required
      helper={t('field.helper')}
      headers={[text('field.name'), text('field.size')]}
      options={volumes.answer?.data.map((one) => {
        const verdict = isSnapshotTakeable(one, undefined);
        return {
          id: one.id,
          name: one.name || one.id,
          cells: [<Size key="size" bytes={fromGib(one.size)} />],
          obstacle: verdict === true ? undefined : reason(verdict),
        };
      })}
    />
  );
}
