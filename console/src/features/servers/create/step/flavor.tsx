import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { SIZE_TIERS, sizeTier } from '@gantry/contract/nouns/servers/sizes';
import { useTranslation } from 'react-i18next';
import { FlavorField } from '../../../../parts/flavors/flavor-field.tsx';
import { creationOf } from '../creation.ts';
import { countOf } from '../draft.ts';
import { flavorObstacle, quotaObstacle } from '../obstacles.ts';
import { roomFor } from '../room.ts';
import { useObstacleText } from '../use-obstacle-text.ts';
import type { StepProps } from './step-props.ts';

const TIERS = SIZE_TIERS.map(({ name }) => name);

/**
 * Sizes of the server, from the smallest tier to the largest; what does not hold the image or exceeds the quota says so. Where the nodes
 * have too little room it is marked, and can be chosen all the same: a cloud that overcommits its nodes may have more.
 */
export function FlavorStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const why = useObstacleText();
  const image = chosen.image.data;
  const count = countOf(draft);
  const roomNote = (one: Flavor): string | undefined => {
    const room = chosen.nodes && roomFor(chosen.nodes, one, draft.traits);
    if (room === undefined || room >= count) return undefined;
    return room === 0 ? t('wizard.no-room') : t('wizard.room', { count: room });
  };
  return (
    <FlavorField
      form={form}
      name="flavor_id"
      hidesLabel
      groupOf={(one) => ({ label: t(`tier.${sizeTier(one)}`), rank: TIERS.indexOf(sizeTier(one)) })}
      noteOf={roomNote}
      obstacleOf={(one) =>
        why(flavorObstacle(one, image, draft.volume_size) ?? quotaObstacle(one, chosen.quota, creationOf(draft, chosen)))
      }
    />
  );
}
