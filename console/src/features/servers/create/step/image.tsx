import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { fromGib, fromMib } from '../../../../ui/show/format-size.ts';
import { Instant } from '../../../../ui/show/instant.tsx';
import { Size } from '../../../../ui/show/size.tsx';
import { bootSnapshotObstacle, bootVolumeObstacle, imageObstacle } from '../obstacles.ts';
import { useObstacleText } from '../use-obstacle-text.ts';
import { useOptions } from '../../../../app/list/use-options.ts';
import { osName } from '../../os-name.ts';
import { Detour } from '../../../../app/create/detour.tsx';
import { CREATE_STEP, TAKE_SNAPSHOT } from '../../paths.ts';
import { followImage, sourceOf, turnTo, type Source } from '../source.ts';
import type { StepProps } from './step-props.ts';

/** What the server boots from: an image, also one that was made of a server, a volume that exists, or a volume made of a snapshot. */
export function ImageStep({ form, draft }: StepProps) {
  const { t } = useTranslation('servers');
  const [source, setSource] = useState<Source>(sourceOf(draft));
  const may = useMay();
  const sources = (['image', 'volume', 'snapshot'] as const).filter((one) => one !== 'snapshot' || may(api.volumeSnapshots.list));
  const turn = (next: Source) => {
    if (next === source) return;
    setSource(next);
    turnTo(form, next);
  };
  return (
    <>
      <ToggleGroup aria-label={t('wizard.source')}>
        {sources.map((one) => (
          <ToggleGroupItem key={one} text={t(`wizard.from-${one}`)} isSelected={source === one} onChange={() => turn(one)} />
        ))}
      </ToggleGroup>
      {source === 'image' && <Images form={form} />}
      {source === 'volume' && <Volumes form={form} />}
      {source === 'snapshot' && <Snapshots form={form} />}
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
      hidesLabel
      required
      onPick={(id) =>
        followImage(
          form,
          images.answer?.data.find((one) => one.id === id),
        )
      }
      headers={[t('field.name'), t('field.os'), t('field.min-ram'), t('field.min-disk'), t('field.size')]}
      options={images.answer?.data.map((one) => ({
        id: one.id,
        name: one.name,
        cells: [
          osName(one.os_type) ?? '–',
          <Size key="ram" bytes={fromMib(one.min_ram)} />,
          <Size key="disk" bytes={fromGib(one.min_disk)} />,
          one.size === null ? '–' : <Size key="size" bytes={one.size} />,
        ],
        obstacle: why(imageObstacle(one)),
      }))}
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
      hidesLabel
      required
      headers={[t('field.name'), t('field.size')]}
      options={volumes.answer?.data.map((one) => ({
        id: one.id,
        name: one.name || one.id,
        cells: [<Size key="size" bytes={fromGib(one.size)} />],
        obstacle: why(bootVolumeObstacle(one)),
      }))}
    />
  );
}

function Snapshots({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const snapshots = useOptions(api.volumeSnapshots.list, 'created_at:desc');
  const why = useObstacleText();
  return (
    <>
      <PickField
        {...snapshots}
        form={form}
        name="snapshot_id"
        label={t('field.snapshot')}
        hidesLabel
        required
        headers={[t('field.name'), t('field.volume'), t('field.size'), t('field.created')]}
        options={snapshots.answer?.data.map((one) => ({
          id: one.id,
          name: one.name || one.id,
          cells: [
            <bdi key="volume">{one.volume_name || one.volume_id}</bdi>,
            <Size key="size" bytes={fromGib(one.size)} />,
            <Instant key="created" at={one.created_at} />,
          ],
          obstacle: why(bootSnapshotObstacle(one)),
        }))}
      />
      {may(api.volumeSnapshots.create) && (
        <Detour to={TAKE_SNAPSHOT} back={{ name: CREATE_STEP, params: { step: 'image' } }}>
          {t('wizard.take-snapshot')}
        </Detour>
      )}
    </>
  );
}
