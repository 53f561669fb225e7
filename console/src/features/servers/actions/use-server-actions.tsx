import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isDeletable, isHardRebootable, isRebootable, isRenamable, isStartable, isStoppable } from '@gantry/contract/nouns/servers/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useCommand } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { notify } from '../../../app/notify/notices.ts';
import type { Action } from '../../../ui/action/action.ts';
import { useActions, type Actions } from '../../../ui/action/use-actions.tsx';
import { RENAME } from '../paths.ts';
import { useReasonText, useServerFailure } from '../reasons.ts';

interface ServerActionsInput {
  /** The servers on the screen, as they are now. */
  items: readonly Server[];
  onBulkDone?(): void;
}

/** What can be done to servers, by the rules that the server refuses by (rule 2). */
export function useServerActions({ items, onBulkDone }: ServerActionsInput): Actions<Server> {
  const { t } = useTranslation('servers');
  const may = useMay();
  const describe = useServerFailure();
  const reasonText = useReasonText();
  const navigate = useNavigate();
  const refresh = useRefresh('server');
  const start = useCommand(api.servers.start);
  const stop = useCommand(api.servers.stop);
  const reboot = useCommand(api.servers.reboot);
  const remove = useCommand(api.servers.delete);
  const bulkStop = useCommand(api.servers.bulkStop);
  const bulkDelete = useCommand(api.servers.bulkDelete);
  const params = ({ id }: Server) => ({ serverId: id });
  const idsOf = (servers: readonly Server[]) => servers.map(({ id }) => id);

  const actions: Action<Server>[] = [
    {
      id: 'servers.start',
      label: t('action.start'),
      offered: may(api.servers.start),
      rule: isStartable,
      run: (server) => start.mutateAsync({ params: params(server) }).then(refresh),
    },
    {
      id: 'servers.stop',
      label: t('action.stop'),
      offered: may(api.servers.stop),
      rule: isStoppable,
      confirm: ({ name }) => ({ title: t('confirm.stop-title', { name }), body: t('confirm.stop-body'), confirm: t('action.stop') }),
      run: (server) => stop.mutateAsync({ params: params(server) }).then(refresh),
      bulk: {
        label: t('action.stop'),
        confirm: ({ length }) => ({
          title: t('confirm.bulk-stop-title', { count: length }),
          body: t('confirm.stop-body'),
          confirm: t('action.stop'),
        }),
        run: (able) => bulkStop.mutateAsync({ body: { ids: idsOf(able) } }).then(refresh),
      },
    },
    {
      id: 'servers.reboot',
      label: t('action.reboot'),
      offered: may(api.servers.reboot),
      rule: isRebootable,
      confirm: ({ name }) => ({ title: t('confirm.reboot-title', { name }), body: t('confirm.reboot-body'), confirm: t('action.reboot') }),
      run: (server) => reboot.mutateAsync({ params: params(server), body: { type: 'SOFT' } }).then(refresh),
    },
    {
      id: 'servers.hard-reboot',
      label: t('action.hard-reboot'),
      offered: may(api.servers.reboot),
      rule: isHardRebootable,
      danger: true,
      confirm: ({ name }) => ({
        title: t('confirm.hard-reboot-title', { name }),
        body: t('confirm.hard-reboot-body'),
        confirm: t('action.hard-reboot'),
      }),
      run: (server) => reboot.mutateAsync({ params: params(server), body: { type: 'HARD' } }).then(refresh),
    },
    {
      id: 'servers.rename',
      label: t('action.rename'),
      offered: may(api.servers.update),
      rule: isRenamable,
      run: (server) => navigate({ to: RENAME, params: params(server) }),
    },
    {
      id: 'servers.delete',
      label: t('action.delete'),
      offered: may(api.servers.delete),
      rule: isDeletable,
      danger: true,
      confirm: (server) => ({
        title: t('confirm.delete-title', { name: server.name }),
        body: deleteText(server),
        confirm: t('action.delete'),
      }),
      run: (server) => remove.mutateAsync({ params: params(server) }).then(refresh),
      bulk: {
        label: t('action.delete'),
        confirm: ({ length }) => ({
          title: t('confirm.bulk-delete-title', { count: length }),
          body: t('confirm.bulk-delete-body'),
          confirm: t('action.delete'),
          phrase: t('confirm.bulk-delete-phrase', { count: length }),
        }),
        run: (able) => bulkDelete.mutateAsync({ body: { ids: idsOf(able) } }).then(refresh),
      },
    },
  ];

  /** Says which volumes go with the server. */
  function deleteText(server: Server): string {
    const volumes = server.volumes.filter((volume) => volume.delete_on_termination).map(({ name, id }) => name || id);
    const body = t('confirm.delete-body');
    return volumes.length > 0 ? `${body} ${t('confirm.delete-volumes')} ${volumes.join(', ')}` : body;
  }

  return useActions({
    kind: 'server',
    actions,
    items,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    reasonText,
    describe,
    onFailure: (failure, action, server) =>
      notify({
        type: 'error',
        title: t('action.failed', { action: action.label, name: server.name }),
        message: failure.reason ?? failure.text,
      }),
    ...(onBulkDone && { onBulkDone }),
  });
}
