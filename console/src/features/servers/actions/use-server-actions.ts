import { SHUTDOWN_SECONDS } from '@gantry/contract/constants';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isConsolable, isDeletable, isShelvable } from '@gantry/contract/nouns/servers/rules';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { useMayMakeOf } from '../../../app/abilities/use-may-make-of.ts';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import { useSend } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { chooseProjectOf } from '../../../app/create/last-project.ts';
import { useDeleteAction, useResourceActions } from '../../../app/resource/use-resource-actions.ts';
import type { Action, BulkAction, Confirmation, TimeLimit } from '../../../ui/action/action.ts';
import type { Actions } from '../../../ui/action/use-actions.tsx';
import { AS_IT_IS } from '../../../ui/direction.ts';
import { useReasonText, useServerFailure } from '../reasons.ts';
import { losesData } from '../loses-data.ts';
import { CREATE } from '../paths.ts';
import { showScreen } from '../screen/address.ts';
import { LeftPools } from './left-pools.tsx';
import { SERVER_ACTIONS, type ServerAction } from './table.ts';

const KIND = 'server';

/** What can be done to servers on the screen, by the rules that the server refuses by (rule 2). */
export function useServerActions(items: readonly Server[], onBulkDone?: () => void): Actions<Server> {
  const { t } = useTranslation('servers');
  const may = useMay();
  const send = useSend();
  const describe = useServerFailure();
  const reasonText = useReasonText();
  const refresh = useRefresh(KIND);
  const navigate = useNavigate();
  const make = useMayMakeOf()(api.servers.create);
  const remove = useDeleteAction<Server>({
    noun: 'servers',
    kind: KIND,
    calls: api.servers,
    rule: isDeletable,
    dialog: async () => (await import('./dialogs/delete.tsx')).DeleteDialog,
    loses: losesData,
    consequences: LeftPools,
  });

  const shelving = {
    label: t('confirm.shelve-instead'),
    helper: t('confirm.shelve-helper'),
    confirm: t('action.shelve'),
  };
  const labelOf = ({ key }: ServerAction): string => t(`action.${key}`);
  const insteadOf = (
    { orShelve }: ServerAction,
    servers: readonly Server[],
    call: ApiCall = api.servers.shelve,
  ): Pick<Confirmation, 'instead'> =>
    orShelve && may(call) && servers.every((server) => isShelvable(server) === true) ? { instead: shelving } : {};

  const limit: TimeLimit = {
    label: t('stop.limit'),
    helper: t('stop.limit-helper'),
    unit: t('stop.seconds'),
    ...SHUTDOWN_SECONDS,
    initial: SHUTDOWN_SECONDS.default,
    endless: { label: t('stop.endless'), value: SHUTDOWN_SECONDS.endless },
    wrong: t('fields.shutdown_limit'),
  };
  const can = useCapabilities();
  const takesLimit = can.has('server.stop:timeout');
  const limitOf = ({ withLimit }: ServerAction): Pick<Confirmation, 'limit'> => (withLimit && takesLimit ? { limit } : {});

  const bulkOf = (action: ServerAction, bulk: NonNullable<ServerAction['bulk']>): BulkAction<Server> => ({
    label: labelOf(action),
    confirm: (able) => ({
      title: t(`confirm.bulk-${action.key}-title` as 'confirm.bulk-stop-title', { count: able.length }),
      ...(action.asks && { body: t(`confirm.${action.key}-body` as 'confirm.stop-body') }),
      confirm: labelOf(action),
      ...insteadOf(action, able, api.servers.bulkShelve),
      ...limitOf(action),
    }),
    run: (able, instead, timeout) =>
      send(instead ? api.servers.bulkShelve : bulk, {
        body: { ids: able.map(({ id }) => id), ...(timeout !== undefined && { timeout }) },
      }).then(refresh),
  });

  const sendOne = ({ calls, body }: ServerAction, { id: serverId }: Server) =>
    send(calls[0], { params: { serverId }, ...(body && { body }) }).then(refresh);

  const actionOf = (action: ServerAction): Action<Server> => {
    const { key, group, calls, body, option, rule, fits, despite, danger, asks, undo, bulk, dialog, subject } = action;
    const takesBack = SERVER_ACTIONS.find((one) => one.key === undo);
    return {
      id: `servers.${key}`,
      label: labelOf(action),
      ...(group && { group: { id: group, label: t(`group.${group}`) } }),
      offered: calls.some(may) && (option === undefined || can.has(option)),
      rule,
      ...(fits && { fits }),
      ...(despite && { despite }),
      ...(danger && { danger }),
      ...(asks && {
        confirm: (server) => ({
          title: t(`confirm.${key}-title` as 'confirm.stop-title', { name: server.name }),
          body: t(`confirm.${key}-body` as 'confirm.stop-body'),
          confirm: labelOf(action),
          ...insteadOf(action, [server]),
          ...limitOf(action),
        }),
      }),
      ...(dialog && { dialog }),
      ...(subject && { dialog: async () => (await import('../edit/subject.tsx')).subjectDialog(subject) }),
      ...(takesBack && takesBack.calls.some(may) && { undo: (server) => sendOne(takesBack, server) }),
      run: ({ id: serverId }, instead, timeout) =>
        send(instead ? api.servers.shelve : calls[0], {
          params: { serverId },
          ...(body && !instead && { body }),
          ...(timeout !== undefined && { body: { timeout } }),
        }).then(refresh),
      ...(bulk && may(bulk) && { bulk: bulkOf(action, bulk) }),
    };
  };

  const openScreen: Action<Server> = {
    id: 'servers.console',
    label: t('screen.open'),
    offered: may(api.servers.console),
    rule: isConsolable,
    run: ({ id }) => showScreen(id),
  };

  // Like adding a new one, in whatever state the other is.
  const duplicate: Action<Server> = {
    id: 'servers.duplicate',
    label: t('action.duplicate'),
    group: { id: 'change', label: t('group.change') },
    ...make,
    rule: () => true,
    despite: SERVER_ACTIONS.map(({ key }) => `servers.${key}`),
    run: async (server) => {
      const { draftDuplicate } = await import('../create/duplicate.ts');
      chooseProjectOf(server);
      await draftDuplicate(server, t('create.copy-name', { name: server.name, ...AS_IT_IS }));
      await navigate({ to: CREATE });
    },
  };

  return useResourceActions({
    kind: KIND,
    actions: [openScreen, ...SERVER_ACTIONS.map(actionOf), duplicate, remove],
    items,
    onBulkDone,
    reasonText,
    describe,
  });
}
