import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import type { SourceKind, VolumeForm } from './use-volume-form.ts';

interface SourceFieldProps {
  form: VolumeForm;
  kind: Exclude<SourceKind, 'blank'>;
  /** One was picked that needs so many GiB. */
  onNeeded(gib: number): void;
}

/** What a volume is made of: an image that is ready, or a complete snapshot. */
export function SourceField({ form, kind, onNeeded }: SourceFieldProps) {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const isImage = kind === 'image';
  const images = useOptions(api.images.list, 'name:asc', 'name', { status: 'active' }, isImage);
  const snapshots = useOptions(api.volumeSnapshots.list, 'name:asc', 'name', { status: 'available' }, !isImage);
  const found = isImage
    ? images.answer?.data.map((image) => ({ id: image.id, name: image.name, gib: leastVolumeOf(image) }))
    : snapshots.answer?.data.map(({ id, name, size: gib }) => ({ id, name, gib }));
  return (
    <PickField
      {...(isImage ? images : snapshots)}
      form={form}
      name={`${kind}_id`}
      label={t(`field.${kind}`)}
      required
      headers={[text('field.name'), text('field.size')]}
      options={found?.map(({ id, name, gib }) => ({ id, name: name || id, cells: [<Size key="size" bytes={fromGib(gib)} />] }))}
      onPick={(id) => onNeeded(found?.find((one) => one.id === id)?.gib ?? 0)}
    />
  );
}
