import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isInterfaceAttachable, isInterfaceEditable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useSend } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { useResourceActions } from '../../../app/resource/use-resource-actions.ts';
import type { Actions } from '../../../ui/action/use-actions.tsx';
import { useFloatingRelease } from '../../../parts/networks/use-floating-release.ts';
import type { Nic } from './nics.ts';
import { useReasonText, useServerFailure } from '../reasons.ts';

interface InterfaceActions {
  /** What is done to the server: adding. */
  ofServer: Actions<Server>;
  /** What is done to one of its interfaces: changing and removing. */
  ofNic: Actions<Nic>;
}

/** Adding, changing and removing of interfaces, by the rules that the server refuses by (rule 2). */
export function useInterfaceActions(server: Server, nics: readonly Nic[]): InterfaceActions {
  const { t } = useTranslation('servers');
  const { t: shared } = useTranslation('resource');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('server');
  const release = useFloatingRelease();
  const words = { reasonText: useReasonText(), describe: useServerFailure() };
  const ofServer = useResourceActions({
    ...words,
    kind: 'server',
    items: [server],
    actions: [
      {
        id: 'servers.attachInterface',
        label: t('networks.add'),
        offered: may(api.servers.attachInterface),
        rule: isInterfaceAttachable,
        dialog: async () => (await import('./add-interface.tsx')).AddInterfaceDialog,
      },
    ],
  });
  const ofNic = useResourceActions<Nic>({
    ...words,
    kind: 'interface',
    items: nics,
    actions: [
      {
        id: 'servers.updateInterface',
        label: t('networks.edit'),
        offered: may(api.servers.updateInterface),
        rule: ({ id }) => isInterfaceEditable(server, { mac_addr: id }),
        dialog: async () => (await import('./edit-interface.tsx')).EditInterfaceDialog,
      },
      {
        id: 'servers.assignFloating',
        label: shared('floating.assign'),
        offered: may(api.floatingIps.assign),
        rule: () => true,
        dialog: async () => (await import('./floating-dialog.tsx')).FloatingDialog,
      },
      {
        id: 'servers.releaseFloating',
        label: shared('floating.release'),
        offered: may(api.floatingIps.release),
        fits: ({ floating: addresses }) => addresses.length > 0,
        rule: () => true,
        confirm: ({ floating: addresses }) => ({
          title: shared('floating.release-title', { addresses: addresses.join(', ') }),
          body: t('floating.release-body'),
          confirm: shared('floating.release'),
        }),
        run: ({ floating: addresses }) => release(server.id, addresses).then(refresh),
      },
      {
        id: 'servers.detachInterface',
        label: t('networks.remove'),
        offered: may(api.servers.detachInterface),
        danger: true,
        rule: ({ id }) => isInterfaceEditable(server, { mac_addr: id }),
        confirm: ({ id, name, ips }) => ({
          title: t('networks.remove-title', { name }),
          body: t('networks.remove-body', { mac: id, addresses: ips.join(', ') || '–' }),
          confirm: t('networks.remove'),
        }),
        run: ({ id }) => send(api.servers.detachInterface, { params: { serverId: server.id }, body: { mac_addr: id } }).then(refresh),
      },
    ],
  });
  return { ofServer, ofNic };
}
