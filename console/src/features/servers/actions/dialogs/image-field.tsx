import type { Image } from '@gantry/contract/nouns/images/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import type { FieldProps } from '../../../../ui/form/fields.tsx';
import { fromGib, fromMib } from '../../../../ui/show/format-size.ts';
import { Size } from '../../../../ui/show/size.tsx';
import { ThingField } from '../../../../app/form/thing-field.tsx';
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
  const obstacle = (image: Image) =>
    image.status === 'active' ? obstacleOf?.(image) : t('dialog.image-not-active', { status: image.status });
  return (
    <ThingField
      options={useOptions(api.images.list, 'name:asc')}
      form={form}
      name={name}
      label={t('field.image')}
      {...(none !== undefined && { none })}
      cells={[
        { label: t('field.os'), of: ({ os_type: os }) => osName(os) ?? '–' },
        { label: t('field.min-ram'), of: ({ min_ram: ram }) => <Size bytes={fromMib(ram)} /> },
        { label: t('field.min-disk'), of: ({ min_disk: disk }) => <Size bytes={fromGib(disk)} /> },
      ]}
      obstacleOf={obstacle}
    />
  );
}
