import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { fromGib } from '../../../../ui/show/format-size.ts';
import { Instant } from '../../../../ui/show/instant.tsx';
import { Size } from '../../../../ui/show/size.tsx';
import { bootSnapshotObstacle, bootVolumeObstacle } from '../obstacles.ts';
import { useObstacleText } from '../use-obstacle-text.ts';
import { ResourceField } from '../../../../app/form/resource-field.tsx';
import { useOptions } from '../../../../app/list/use-options.ts';
import { ImageField } from '../../../../parts/images/image-field.tsx';
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
      {source === 'image' && <ImageField form={form} name="image_id" hidesLabel onPick={(image) => followImage(form, image)} />}
      {source === 'volume' && <Volumes form={form} />}
      {source === 'snapshot' && <Snapshots form={form} />}
    </>
  );
}

function Volumes({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const why = useObstacleText();
  return (
    <ResourceField
      options={useOptions(api.volumes.list, 'name:asc')}
      form={form}
      name="volume_id"
      label={t('field.volume')}
      hidesLabel
      cells={[{ label: t('field.size'), of: ({ size }) => <Size bytes={fromGib(size)} /> }]}
      obstacleOf={(one) => why(bootVolumeObstacle(one))}
    />
  );
}

function Snapshots({ form }: Pick<StepProps, 'form'>) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const why = useObstacleText();
  return (
    <>
      <ResourceField
        options={useOptions(api.volumeSnapshots.list, 'created_at:desc')}
        form={form}
        name="snapshot_id"
        label={t('field.snapshot')}
        hidesLabel
        cells={[
          { label: t('field.volume'), of: ({ volume_id: id, volume_name: name }) => <bdi>{name || id}</bdi> },
          { label: t('field.size'), of: ({ size }) => <Size bytes={fromGib(size)} /> },
          { label: t('field.created'), of: ({ created_at: at }) => <Instant at={at} /> },
        ]}
        obstacleOf={(one) => why(bootSnapshotObstacle(one))}
      />
      {may(api.volumeSnapshots.create) && (
        <Detour to={TAKE_SNAPSHOT} back={{ name: CREATE_STEP, params: { step: 'image' } }}>
          {t('wizard.take-snapshot')}
        </Detour>
      )}
    </>
  );
}
