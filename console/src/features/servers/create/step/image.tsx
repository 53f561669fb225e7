import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { fromGib, fromMib } from '../../../../ui/show/format-size.ts';
import { Size } from '../../../../ui/show/size.tsx';
import { bootVolumeObstacle, imageObstacle } from '../obstacles.ts';
import { useObstacleText } from '../use-obstacle-text.ts';
import { useOptions } from '../use-options.ts';
import type { StepProps } from './step-props.ts';

type Source = 'image' | 'volume';

/** What the server boots from: an image, also one that was made of a server, or a volume that exists. */
export function ImageStep({ form, draft }: StepProps) {
  const { t } = useTranslation('servers');
  const [source, setSource] = useState<Source>(draft.volume_id === undefined ? 'image' : 'volume');
  const turnTo = (next: Source) => {
    if (next === source) return;
    setSource(next);
    form.fields.setValue('image_id', undefined, { shouldDirty: true });
    form.fields.setValue('volume_id', undefined, { shouldDirty: true });
    form.fields.setValue('volume_size', undefined, { shouldDirty: true });
    form.fields.setValue('delete_on_termination', next === 'image', { shouldDirty: true });
  };
  return (
    <>
      <ToggleGroup aria-label={t('wizard.source')}>
        {(['image', 'volume'] as const).map((one) => (
          <ToggleGroupItem key={one} text={t(`wizard.from-${one}`)} isSelected={source === one} onChange={() => turnTo(one)} />
        ))}
      </ToggleGroup>
      {source === 'image' ? <Images form={form} /> : <Volumes form={form} />}
    </>
  );
}

function Images({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const images = useOptions(api.images.list, 'name:asc');
  const why = useObstacleText();
  return (
    <PickField
      {...images}
      form={form}
      name="image_id"
      label={t('field.image')}
      required
      headers={[t('field.name'), t('field.os'), t('field.min-ram'), t('field.min-disk'), t('field.size')]}
      options={images.answer?.data.map((one) => ({
        id: one.id,
        name: one.name,
        cells: [
          one.os_type ?? '–',
          <Size key="ram" bytes={fromMib(one.min_ram)} />,
          <Size key="disk" bytes={fromGib(one.min_disk)} />,
          one.size === null ? '–' : <Size key="size" bytes={one.size} />,
        ],
        obstacle: why(imageObstacle(one)),
      }))}
      more={images.answer?.marker !== undefined}
    />
  );
}

function Volumes({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const volumes = useOptions(api.volumes.list, 'name:asc');
  const why = useObstacleText();
  return (
    <PickField
      {...volumes}
      form={form}
      name="volume_id"
      label={t('field.volume')}
      required
      headers={[t('field.name'), t('field.size')]}
      options={volumes.answer?.data.map((one) => ({
        id: one.id,
        name: one.name || one.id,
        cells: [<Size key="size" bytes={fromGib(one.size)} />],
        obstacle: why(bootVolumeObstacle(one)),
      }))}
      more={volumes.answer?.marker !== undefined}
    />
  );
}
