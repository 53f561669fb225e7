import { useTranslation } from 'react-i18next';
import { ExtendVolume } from '../../../parts/volumes/extend-volume.tsx';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import type { AttachedVolume } from './use-volumes.ts';

type Extendable = Pick<AttachedVolume, 'id' | 'name' | 'size' | 'policy' | 'project_id'>;

/** Lets a volume of a server grow. */
export function ExtendVolumeDialog({ item, obstacle, onClose }: ActionDialogProps<Extendable>) {
  const { t } = useTranslation('servers');
  return <ExtendVolume volume={item} submitLabel={t('volumes.extend')} obstacle={obstacle} onClose={onClose} />;
}
