import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounReason } from '../../app/resource/reason-text.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';

/** Which volume the snapshot is taken of; whether its server stands in the way is found out when it is asked for. */
export function VolumeField<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('volume-snapshots');
  const text = useNounText('volume-snapshots');
  const reason = useNounReason('volumes');
  return (
    <ResourceField
      options={useOptions(api.volumes.list, 'name:asc')}
      form={form}
      name={'volume_id' as FieldPath<I>}
      label={t('field.volume')}
      helper={t('field.helper')}
      cells={[{ label: text('field.size'), of: ({ size }) => <Size bytes={fromGib(size)} /> }]}
      obstacleOf={(one) => {
        const verdict = isSnapshotTakeable(one, undefined);
        return verdict === true ? undefined : reason(verdict);
      }}
    />
  );
}
