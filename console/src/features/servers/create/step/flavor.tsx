import { SIZE_TIERS, sizeTier } from '@gantry/contract/nouns/servers/sizes';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { fromGib, fromMib } from '../../../../ui/show/format-size.ts';
import { Size } from '../../../../ui/show/size.tsx';
import { creationOf } from '../creation.ts';
import { flavorObstacle, quotaObstacle } from '../obstacles.ts';
import { useObstacleText } from '../use-obstacle-text.ts';
import { useOptions } from '../../../../app/form/use-options.ts';
import type { StepProps } from './step-props.ts';

/** Sizes of the server, from the smallest tier to the largest; what does not hold the image or exceeds the quota says so. */
export function FlavorStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const flavors = useOptions(api.flavors.list, 'ram:asc');
  const why = useObstacleText();
  const image = chosen.image.data;
  const tiers = SIZE_TIERS.map(({ name }) => name);
  const rank = (flavor: Parameters<typeof sizeTier>[0]) => tiers.indexOf(sizeTier(flavor));
  const sorted = flavors.answer?.data.toSorted((one, other) => rank(one) - rank(other));
  return (
    <PickField
      {...flavors}
      form={form}
      name="flavor_id"
      label={t('field.flavor')}
      required
      headers={[t('field.name'), t('field.vcpus'), t('field.ram'), t('field.disk')]}
      options={sorted?.map((one) => ({
        id: one.id,
        name: one.name,
        group: t(`tier.${sizeTier(one)}`),
        cells: [one.vcpus, <Size key="ram" bytes={fromMib(one.ram)} />, <Size key="disk" bytes={fromGib(one.disk)} />],
        obstacle: why(flavorObstacle(one, image, draft.volume_size) ?? quotaObstacle(one, chosen.quota, creationOf(draft, chosen))),
      }))}
    />
  );
}
