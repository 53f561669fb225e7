import type { Image } from '@gantry/contract/nouns/images/entity';
import {
  isImageChangeable,
  isImageDownloadable,
  isImageOffered,
  isImageReactivatable,
  isImageShareable,
  isImageUsable,
} from '@gantry/contract/nouns/images/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { useMayMakeOf } from '../../app/abilities/use-may-make-of.ts';
import { api, type ApiCall } from '../../app/api/calls.ts';
import { fetchFile } from '../../app/api/fetch-file.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { callApi } from '../../app/api/request.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { CREATE_SERVER } from '../../parts/servers/server-paths.ts';
import { chooseProjectOf } from '../../app/create/last-project.ts';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';
import { isOwn, ownerOf } from './own.ts';
import { CREATE_VOLUME } from './section.ts';

/** What can be done to images beside deleting them; what is shared with somebody is used, not changed. */
export function useImageActions(): Action<Image>[] {
  const { t } = useTranslation('images');
  const { t: shared } = useTranslation('resource');
  const may = useMay();
  const mayMakeOf = useMayMakeOf();
  const made = (call: ApiCall) => {
    const { offered, fits } = mayMakeOf(call);
    return { offered, fits: (image: Image) => fits(ownerOf(image)) };
  };
  const navigate = useNavigate();
  const openOver = useOpenOver();
  const edit = useEditAction<Image>('images', api.images.update, isImageChangeable, () =>
    import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  const refresh = useRefresh('image');
  const accept = useCommand(api.images.accept);
  const reject = useCommand(api.images.reject);
  const deactivate = useCommand(api.images.deactivate);
  const reactivate = useCommand(api.images.reactivate);
  return [
    { ...edit, fits: isOwn },
    {
      id: 'images.createServer',
      label: shared('server.create'),
      ...made(api.servers.create),
      rule: isImageUsable,
      run: (image) => {
        chooseProjectOf(ownerOf(image));
        void navigate({ to: CREATE_SERVER, search: { image: image.id } as never });
      },
    },
    {
      id: 'images.createVolume',
      label: t('volume.action'),
      ...made(api.volumes.create),
      rule: isImageUsable,
      run: ({ id }) => openOver(CREATE_VOLUME, { imageId: id }),
    },
    {
      id: 'images.download',
      label: t('download.action'),
      offered: may(api.images.download),
      rule: isImageDownloadable,
      run: ({ id }) => callApi(api.images.download, { params: { imageId: id } }).then(({ url }) => fetchFile(url as `/${string}`)),
    },
    {
      id: 'images.share',
      label: t('share.action'),
      offered: may(api.images.share),
      fits: isOwn,
      rule: (image) => isImageShareable(image, undefined),
      dialog: () => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog),
    },
    {
      id: 'images.accept',
      label: t('accept.action'),
      offered: may(api.images.accept),
      fits: ({ offer }) => offer === 'pending' || offer === 'rejected',
      rule: isImageOffered,
      run: ({ id }) => accept.mutateAsync({ params: { imageId: id } }).then(refresh),
    },
    {
      id: 'images.reject',
      label: t('reject.action'),
      offered: may(api.images.reject),
      fits: ({ offer }) => offer === 'pending' || offer === 'accepted',
      rule: isImageOffered,
      run: ({ id }) => reject.mutateAsync({ params: { imageId: id } }).then(refresh),
    },
    {
      id: 'images.deactivate',
      label: t('deactivate.action'),
      offered: may(api.images.deactivate),
      fits: ({ status }) => status !== 'deactivated',
      rule: isImageUsable,
      confirm: ({ name, id }) => ({
        title: t('deactivate.title', { name: name || id }),
        body: t('deactivate.body'),
        confirm: t('deactivate.action'),
      }),
      run: ({ id }) => deactivate.mutateAsync({ params: { imageId: id } }).then(refresh),
    },
    {
      id: 'images.reactivate',
      label: t('reactivate.action'),
      offered: may(api.images.reactivate),
      fits: ({ status }) => status === 'deactivated',
      rule: isImageReactivatable,
      run: ({ id }) => reactivate.mutateAsync({ params: { imageId: id } }).then(refresh),
    },
  ];
}
