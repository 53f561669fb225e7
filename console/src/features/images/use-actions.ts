import type { Image } from '@gantry/contract/nouns/images/entity';
import { isImageChangeable, isImageUsable } from '@gantry/contract/nouns/images/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';
import { isOwn } from './own.ts';
import { CREATE_VOLUME } from './section.ts';

/** What can be done to images beside deleting them; what is shared with somebody is used, not changed. */
export function useImageActions(): Action<Image>[] {
  const { t } = useTranslation('images');
  const may = useMay();
  const navigate = useNavigate();
  const edit = useEditAction<Image>('images', api.images.update, isImageChangeable, () =>
    import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  return [
    { ...edit, fits: isOwn },
    {
      id: 'images.createVolume',
      label: t('volume.action'),
      offered: may(api.volumes.create),
      rule: isImageUsable,
      run: ({ id }) => void navigate({ to: CREATE_VOLUME, params: { imageId: id }, resetScroll: false }),
    },
  ];
}
