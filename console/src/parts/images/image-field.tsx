import { isImageUsable } from '@gantry/contract/nouns/images/rules';
import type { Image } from '@gantry/contract/nouns/images/entity';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/fields.tsx';
import { fromGib, fromMib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import { api } from '../../app/api/calls.ts';
import { ResourceField } from '../../app/form/resource-field.tsx';
import { useOptions } from '../../app/list/use-options.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import { osName } from './os-name.ts';

interface ImageFieldProps<I extends FieldValues, O> extends Pick<FieldProps<I, O>, 'form' | 'name'> {
  hidesLabel?: boolean;
  /** What an empty choice means; absent: one has to be chosen. */
  none?: string;
  /** Why an image that is ready cannot be chosen. */
  obstacleOf?(image: Image): string | undefined;
  /** For what else follows from a choice. */
  onPick?(image: Image | undefined): void;
}

/** Chooses an image. One that is not ready stays in the list and says so. */
export function ImageField<I extends FieldValues, O>({ obstacleOf, ...field }: ImageFieldProps<I, O>) {
  const { t } = useTranslation('resource');
  const statusText = useStatusText('images');
  const obstacle = (image: Image) =>
    isImageUsable(image) === true ? obstacleOf?.(image) : t('pick.image-not-active', { status: statusText(image.status) });
  return (
    <ResourceField
      {...field}
      options={useOptions(api.images.list, 'name:asc')}
      label={t('pick.image')}
      cells={[
        { label: t('pick.os'), of: ({ os_type: os }) => osName(os) ?? '–' },
        { label: t('pick.min-ram'), of: ({ min_ram: ram }) => <Size bytes={fromMib(ram)} /> },
        { label: t('pick.min-disk'), of: ({ min_disk: disk }) => <Size bytes={fromGib(disk)} /> },
        { label: t('field.size'), of: ({ size }) => (size === null ? '–' : <Size bytes={size} />) },
      ]}
      obstacleOf={obstacle}
    />
  );
}
