import { useTranslation } from 'react-i18next';
import { useStatusText } from '../../../app/resource/noun-text.ts';
import { formatSize } from '../../../ui/show/format-size.ts';
import { quotaText } from '../../../parts/quotas/quota-text.ts';
import type { Obstacle } from './obstacles.ts';

/** Why something cannot be chosen, in words. */
export function useObstacleText(): (obstacle: Obstacle) => string | undefined {
  const { t, i18n } = useTranslation('servers');
  const { t: resource } = useTranslation('resource');
  const statusText = useStatusText('servers');
  return (obstacle) => {
    switch (obstacle?.code) {
      case undefined:
        return undefined;
      case 'too-little-ram':
      case 'too-little-disk':
        return t(`create.${obstacle.code}`, { size: formatSize(obstacle.bytes, i18n.language) });
      case 'over-quota':
        return t('create.over-quota', { resource: quotaText(resource, obstacle) });
      case 'volume-not-available':
      case 'snapshot-not-available':
        return t(`create.${obstacle.code}`, { status: statusText(obstacle.status) });
      case 'volume-not-bootable':
      case 'snapshot-not-bootable':
        return t(`create.${obstacle.code}`);
    }
  };
}
