import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isDetachForced, isDiskResizable, isVolumeAttachable, isVolumeDetachable } from '@gantry/contract/nouns/servers/rules';
import { isDetachable, isSnapshotTakeable, isVolumeExtendable } from '@gantry/contract/nouns/volumes/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { useMayMakeOf } from '../../../app/abilities/use-may-make-of.ts';
import { api } from '../../../app/api/calls.ts';
import { useSend } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { chooseProjectOf } from '../../../app/create/last-project.ts';
import { useResourceActions } from '../../../app/resource/use-resource-actions.ts';
import { encodeReturnRoute } from '../../../app/router/return-route.ts';
import type { Actions } from '../../../ui/action/use-actions.tsx';
import { ADD_VOLUME, DETAILS } from '../paths.ts';
import { useReasonText, useServerFailure } from '../reasons.ts';
import type { AttachedVolume } from './use-volumes.ts';

interface VolumeActions {
  /** What is done to the server: attaching, also of what is made for it. */
  ofServer: Actions<Server>;
  /** What is done to one of its volumes: extending, detaching. */
  ofVolume: Actions<AttachedVolume>;
}

/** Attaching, extending and detaching of volumes, by the rules that the server refuses by (rule 2). */
export function useVolumeActions(server: Server, volumes: readonly AttachedVolume[]): VolumeActions {
  const { t } = useTranslation('servers');
  const { t: shared } = useTranslation('resource');
  const may = useMay();
  const volume = useMayMakeOf()(api.volumes.create);
  const send = useSend();
  const navigate = useNavigate();
  const [refreshServer, refreshVolumes] = [useRefresh('server'), useRefresh('volume')];
  const words = { reasonText: useReasonText(), describe: useServerFailure() };
  const forced = isDetachForced(server);
  const ofServer = useResourceActions({
    ...words,
    kind: 'server',
    items: [server],
    actions: [
      {
        id: 'servers.attachVolume',
        label: t('volumes.attach'),
        offered: may(api.servers.attachVolume),
        rule: isVolumeAttachable,
        dialog: async () => (await import('./attach-volume.tsx')).AttachVolumeDialog,
      },
      {
        id: 'servers.newVolume',
        label: t('volumes.new'),
        offered: volume.offered && may(api.servers.attachVolume),
        fits: volume.fits,
        rule: isVolumeAttachable,
        run: (one) => {
          const { id: serverId } = one;
          chooseProjectOf(one);
          const returnRoute = encodeReturnRoute({ name: DETAILS, params: { serverId }, query: { tab: 'volumes' } });
          void navigate({ to: ADD_VOLUME, search: { returnRoute } });
        },
      },
    ],
  });
  const ofVolume = useResourceActions<AttachedVolume>({
    ...words,
    kind: 'volume',
    items: volumes,
    actions: [
      {
        id: 'volumes.extend',
        label: t('volumes.extend'),
        offered: may(api.volumes.extend),
        rule: ({ status }) => (status === null ? isDiskResizable(server) : isVolumeExtendable({ status }, [server])),
        dialog: async () => (await import('./extend-volume.tsx')).ExtendVolumeDialog,
      },
      {
        id: 'volumes.snapshot',
        label: shared('snapshot.take'),
        offered: may(api.volumeSnapshots.create),
        rule: ({ status }) => isSnapshotTakeable({ status: status ?? 'in-use' }, server),
        dialog: async () => (await import('../../../parts/volumes/take-snapshot.tsx')).TakeSnapshotDialog,
      },
      {
        id: 'servers.detachVolume',
        label: t('volumes.detach'),
        offered: may(api.servers.detachVolume),
        danger: true,
        rule: ({ id, status }) => (status === null ? isVolumeDetachable(server, { volume_id: id }) : isDetachable({ id, status }, server)),
        confirm: ({ name }) => ({
          title: t(forced ? 'volumes.force-title' : 'volumes.detach-title', { name }),
          body: t(forced ? 'volumes.force-body' : 'volumes.detach-body', { server: server.name }),
          confirm: t(forced ? 'volumes.force' : 'volumes.detach'),
          ...(forced && { phrase: name }),
        }),
        run: ({ id }) => {
          const body = { action: 'detach_volume', volume_id: id, ...(forced && { force: true }) } as const;
          const detached = send(api.servers.detachVolume, { params: { serverId: server.id }, body });
          return detached.then(() => Promise.all([refreshServer(), refreshVolumes()]));
        },
      },
    ],
  });
  return { ofServer, ofVolume };
}
