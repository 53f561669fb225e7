import type { VolumeCreate, volumeCreateBody } from '@gantry/contract/nouns/volumes/bodies';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';

export type SourceKind = 'blank' | 'image' | 'snapshot';

export type VolumeForm = SchemaForm<z.input<typeof volumeCreateBody>, VolumeCreate>;

interface SourceFieldProps {
  form: VolumeForm;
  /** One was picked that needs so many GiB. */
  onNeeded(gib: number): void;
}

/** The image that a volume is made of. */
export function ImageField({ form, onNeeded }: SourceFieldProps) {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const images = useOptions(api.images.list, 'name:asc', 'name', { status: 'active' });
  const found = images.answer?.data;
  return (
    <PickField
      {...images}
      form={form}
      name="image_id"
      label={t('field.image')}
      required
      headers={[text('field.name'), text('field.size')]}
      options={found?.map((one) => ({
        id: one.id,
        name: one.name || one.id,
        cells: [<Size key="size" bytes={fromGib(one.min_disk)} />],
      }))}
      onPick={(id) => onNeeded(found?.find((one) => one.id === id)?.min_disk ?? 0)}
    />
  );
}

/** The snapshot that a volume is made of. */
export function SnapshotField({ form, onNeeded }: SourceFieldProps) {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const snapshots = useOptions(api.volumeSnapshots.list, 'name:asc', 'name', { status: 'available' });
  const found = snapshots.answer?.data;
  return (
    <PickField
      {...snapshots}
      form={form}
      name="snapshot_id"
      label={t('field.snapshot')}
      required
      headers={[text('field.name'), text('field.size')]}
      options={found?.map((one) => ({
        id: one.id,
        name: one.name || one.id,
        cells: [<Size key="size" bytes={fromGib(one.size)} />],
      }))}
      onPick={(id) => onNeeded(found?.find((one) => one.id === id)?.size ?? 0)}
    />
  );
}
