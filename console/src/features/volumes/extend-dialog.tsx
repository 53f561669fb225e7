import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { ExtendVolume } from '../../parts/volumes/extend-volume.tsx';
import type { ActionDialogProps } from '../../ui/action/action.ts';

/** Lets a volume grow. */
export function ExtendDialog({ item, obstacle, onClose }: ActionDialogProps<Volume>) {
  const { t } = useTranslation('volumes');
  const volume = { ...item, policy: item.storage_policy_name };
  return <ExtendVolume volume={volume} submitLabel={t('extend.action')} obstacle={obstacle} onClose={onClose} />;
}
