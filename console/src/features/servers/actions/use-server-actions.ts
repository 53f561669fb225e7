import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isDeletable, isHardRebootable, isRebootable, isRenamable, isStartable, isStoppable } from '@gantry/contract/nouns/servers/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useCommand } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { useDeleteAction, useResourceActions } from '../../../app/resource/use-resource-actions.ts';
import type { Action } from '../../../ui/action/action.ts';
import type { Actions } from '../../../ui/action/use-actions.tsx';
import { RENAME } from '../paths.ts';
import { useReasonText, useServerFailure } from '../reasons.ts';

const KIND = 'server';

/** What can be done to servers on the screen, by the rules that the server refuses by (rule 2). */
export function useServerActions(items: readonly Server[], onBulkDone?: () => void): Actions<Server> {
  const { t } = useTranslation('servers');
  const may = useMay();
  const describe = useServerFailure();
  const reasonText = useReasonText();
  const navigate = useNavigate();
  const refresh = useRefresh(KIND);
  const start = useCommand(api.servers.start);
  const stop = useCommand(api.servers.stop);
  const reboot = useCommand(api.servers.reboot);
  const bulkStop = useCommand(api.servers.bulkStop);
  const remove = useDeleteAction<Server>({
    noun: 'servers',
    kind: KIND,
    calls: api.servers,
    rule: isDeletable,
    body: deleteText,
    phrase: (count) => t('confirm.bulk-delete-phrase', { count }),
  });
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
    remove,
  ];

  /** Says which volumes go with the server. */
  function deleteText(server: Server): string {
    const volumes = server.volumes.filter((volume) => volume.delete_on_termination).map(({ name, id }) => name || id);
    const body = t('confirm.delete-body');
    return volumes.length > 0 ? `${body} ${t('confirm.delete-volumes')} ${volumes.join(', ')}` : body;
  }

  return useResourceActions({ kind: KIND, actions, items, onBulkDone, reasonText, describe });
}
