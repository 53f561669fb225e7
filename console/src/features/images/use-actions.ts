import type { Image } from '@gantry/contract/nouns/images/entity';
import { isImageDownloadable, isImageUsable } from '@gantry/contract/nouns/images/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { useMayMakeOf } from '../../app/abilities/use-may-make-of.ts';
import { api, type ApiCall } from '../../app/api/calls.ts';
import { fetchFile } from '../../app/api/fetch-file.ts';
import { callApi } from '../../app/api/request.ts';
import { CREATE_SERVER } from '../../parts/servers/server-paths.ts';
import { chooseProjectOf } from '../../app/create/last-project.ts';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import type { Action } from '../../ui/action/action.ts';
import { ownerOf } from './own.ts';
import { CREATE_VOLUME } from './section.ts';

/** The actions of images with those that make something of one, or fetch its bytes: after the one that changes it. */
export function useImageActions(actions: readonly Action<Image>[]): Action<Image>[] {
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
  return actions.toSpliced(
    1,
    0,
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
  );
}
