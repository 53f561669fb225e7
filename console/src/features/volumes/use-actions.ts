import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import {
  isBootableSettable,
  isSnapshotTakeable,
  isVolumeCopyable,
  isVolumeFree,
  isVolumeGrowable,
  isVolumeHeld,
  isVolumeImageable,
  isVolumeInUse,
  isVolumeRenamable,
  isVolumeResettable,
  isVolumeRetypable,
} from '@gantry/contract/nouns/volumes/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { useMayMakeOf } from '../../app/abilities/use-may-make-of.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { CREATE_SERVER } from '../../parts/servers/server-paths.ts';
import { chooseProjectOf } from '../../app/create/last-project.ts';
import type { Action, BulkAction } from '../../ui/action/action.ts';

/** Those that have a button on the page of one; the others are in its menu. */
export const BUTTONS = ['volumes.attach', 'volumes.snapshot', 'volumes.extend'];

/** What can be done to volumes after their change, beside deletion. What stands in the way at their servers is found out when it is asked for. */
export function useVolumeActions(edit: readonly Action<Volume>[]): Action<Volume>[] {
  const { t } = useTranslation('volumes');
  const { t: shared } = useTranslation('resource');
  const may = useMay();
  const mayMakeOf = useMayMakeOf();
  const server = mayMakeOf(api.servers.create);
  const navigate = useNavigate();
  const send = useSend();
  const refresh = useRefresh('volume');
  const copies = { id: 'copies', label: t('group.copies') };
  const settings = { id: 'settings', label: t('group.settings') };
  const bootable = (to: boolean): Action<Volume> => ({
    id: to ? 'volumes.bootable' : 'volumes.notBootable',
    label: t(to ? 'bootable.set' : 'bootable.unset'),
    group: settings,
    offered: may(api.volumes.setBootable),
    fits: (volume) => volume.bootable !== to,
    rule: isBootableSettable,
    run: ({ id }) => send(api.volumes.setBootable, { params: { volumeId: id }, body: { bootable: to } }).then(refresh),
  });
  // Whether their servers run is found out when it is asked for: those that do keep them.
  const detachSeveral: BulkAction<Volume> = {
    label: t('detach.action'),
    confirm: ({ length: count }) => ({
      title: t('detach.several', { count }),
      body: t('detach.several-body'),
      confirm: t('detach.action'),
    }),
    run: (able) => send(api.volumes.bulkDetach, { body: { ids: able.map(({ id }) => id) } }).then(refresh),
  };
  return [
    ...edit,
    {
      id: 'volumes.extend',
      label: t('extend.action'),
      offered: may(api.volumes.extend),
      rule: isVolumeGrowable,
      dialog: () => import('./extend-dialog.tsx').then(({ ExtendDialog }) => ExtendDialog),
    },
    {
      id: 'volumes.snapshot',
      label: shared('snapshot.take'),
      offered: may(api.volumeSnapshots.create),
      rule: (volume) => isSnapshotTakeable(volume, undefined),
      dialog: () => import('../../parts/volumes/take-snapshot.tsx').then(({ TakeSnapshotDialog }) => TakeSnapshotDialog),
    },
    {
      id: 'volumes.schedule',
      group: copies,
      label: t('schedule.action'),
      offered: may(api.volumes.schedule),
      rule: isVolumeRenamable,
      dialog: () => import('./schedule-dialog.tsx').then(({ ScheduleDialog }) => ScheduleDialog),
    },
    {
      id: 'volumes.attach',
      label: t('attach.action'),
      offered: may(api.servers.attachVolume),
      fits: (volume) => !isVolumeInUse(volume),
      rule: isVolumeFree,
      dialog: () => import('./attach-dialog.tsx').then(({ AttachDialog }) => AttachDialog),
      ...(may(api.volumes.bulkAttach) && {
        bulk: {
          label: t('attach.action'),
          dialog: () => import('./attach-several-dialog.tsx').then(({ AttachSeveralDialog }) => AttachSeveralDialog),
        },
      }),
    },
    {
      id: 'volumes.detach',
      label: t('detach.action'),
      offered: may(api.servers.detachVolume),
      fits: isVolumeInUse,
      rule: isVolumeHeld,
      danger: true,
      dialog: () => import('./detach-dialog.tsx').then(({ DetachDialog }) => DetachDialog),
      ...(may(api.volumes.bulkDetach) && { bulk: detachSeveral }),
    },
    {
      id: 'volumes.createServer',
      group: copies,
      label: shared('server.create'),
      offered: server.offered,
      fits: (volume) => volume.bootable && !isVolumeInUse(volume) && server.fits(volume),
      rule: isVolumeFree,
      run: (volume) => {
        chooseProjectOf(volume);
        void navigate({ to: CREATE_SERVER, search: { volume: volume.id } as never });
      },
    },
    {
      id: 'volumes.clone',
      group: copies,
      label: t('clone.action'),
      ...mayMakeOf(api.volumes.clone),
      rule: isVolumeCopyable,
      dialog: () => import('./clone-dialog.tsx').then(({ CloneDialog }) => CloneDialog),
    },
    {
      id: 'volumes.uploadToImage',
      group: copies,
      label: t('to-image.action'),
      offered: may(api.volumes.uploadToImage),
      rule: isVolumeImageable,
      dialog: () => import('./image-dialog.tsx').then(({ VolumeImageDialog }) => VolumeImageDialog),
    },
    {
      id: 'volumes.retype',
      group: settings,
      label: t('retype.action'),
      offered: may(api.volumes.retype) && may(api.storagePolicies.list),
      rule: isVolumeRetypable,
      dialog: () => import('./retype-dialog.tsx').then(({ RetypeDialog }) => RetypeDialog),
    },
    bootable(true),
    bootable(false),
    {
      id: 'volumes.resetState',
      group: settings,
      label: t('reset.action'),
      offered: may(api.volumes.resetState),
      rule: isVolumeResettable,
      danger: true,
      confirm: ({ id, name }) => ({ title: t('reset.title', { name: name || id }), body: t('reset.body'), confirm: t('reset.action') }),
      run: ({ id }) => send(api.volumes.resetState, { params: { volumeId: id } }).then(refresh),
    },
  ];
}
