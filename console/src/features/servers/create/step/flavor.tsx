import { SIZE_TIERS, sizeTier } from '@gantry/contract/nouns/servers/sizes';
import { useTranslation } from 'react-i18next';
import { FlavorField } from '../../flavor-field.tsx';
import { creationOf } from '../creation.ts';
import { flavorObstacle, quotaObstacle } from '../obstacles.ts';
import { useObstacleText } from '../use-obstacle-text.ts';
import type { StepProps } from './step-props.ts';

const TIERS = SIZE_TIERS.map(({ name }) => name);

/** Sizes of the server, from the smallest tier to the largest; what does not hold the image or exceeds the quota says so. */
export function FlavorStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const why = useObstacleText();
  const image = chosen.image.data;
  return (
    <FlavorField
      form={form}
      name="flavor_id"
      groupOf={(one) => ({ label: t(`tier.${sizeTier(one)}`), rank: TIERS.indexOf(sizeTier(one)) })}
      obstacleOf={(one) =>
        why(flavorObstacle(one, image, draft.volume_size) ?? quotaObstacle(one, chosen.quota, creationOf(draft, chosen)))
      }
    />
  );
}
