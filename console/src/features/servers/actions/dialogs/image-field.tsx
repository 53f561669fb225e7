import type { Image } from '@gantry/contract/nouns/images/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import type { FieldProps } from '../../../../ui/form/fields.tsx';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { fromGib, fromMib } from '../../../../ui/show/format-size.ts';
import { Size } from '../../../../ui/show/size.tsx';
import { useOptions } from '../../../../app/list/use-options.ts';
import { osName } from '../../os-name.ts';

interface ImageFieldProps<I extends FieldValues, O> extends Pick<FieldProps<I, O>, 'form' | 'name'> {
  /** What an empty choice means; absent: one has to be chosen. */
  none?: string;
  /** Why an image that is ready cannot be chosen. */
  obstacleOf?(image: Image): string | undefined;
}

/** Chooses an image. One that is not ready stays in the list and says so. */
export function ImageField<I extends FieldValues, O>({ form, name, none, obstacleOf }: ImageFieldProps<I, O>) {
  const { t } = useTranslation('servers');
  const images = useOptions(api.images.list, 'name:asc');
  const obstacle = (image: Image) =>
    image.status === 'active' ? obstacleOf?.(image) : t('dialog.image-not-active', { status: image.status });
  return (
    <PickField
      {...images}
      form={form}
      name={name}
      label={t('field.image')}
      required={none === undefined}
      headers={[t('field.name'), t('field.os'), t('field.min-ram'), t('field.min-disk')]}
      options={
        images.answer && [
          ...(none === undefined ? [] : [{ id: '', name: none, cells: [] }]),
          ...images.answer.data.map((image) => ({
            id: image.id,
            name: image.name,
            cells: [
              osName(image.os_type) ?? '–',
              <Size key="ram" bytes={fromMib(image.min_ram)} />,
              <Size key="disk" bytes={fromGib(image.min_disk)} />,
            ],
            obstacle: obstacle(image),
          })),
        ]
      }
    />
  );
}
