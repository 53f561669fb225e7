import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import {
  isNodeFenceable,
  isNodeMaintainable,
  isNodeReleasable,
  isNodeReturnable,
  isNodeUnfenceable,
} from '@gantry/contract/nouns/nodes/rules';
import { notReleased, releasing } from '@gantry/contract/nouns/nodes/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { Action } from '../../ui/action/action.ts';
import type { Actions } from '../../ui/action/use-actions.tsx';

type Change = (nodes: readonly ComputeNode[], ids: ReadonlySet<string>) => ComputeNode[];

/** Changes how nodes look on the screen, before the server has said anything. */
function useLook(): (ids: readonly string[], change: Change) => void {
  const queryClient = useQueryClient();
  const scope = useScopeKey();
  return (ids, change) =>
    queryClient.setQueriesData(
      { predicate: ({ queryKey, meta }) => queryKey[0] === scope && meta?.kind === 'node' },
      (known: { data: ComputeNode[] } | ComputeNode | undefined) => {
        if (known === undefined) return known;
        return 'data' in known ? { ...known, data: change(known.data, new Set(ids)) } : change([known], new Set(ids))[0];
      },
    );
}

/** What can be done to compute nodes. */
export function useNodeActions(items: readonly ComputeNode[], onBulkDone?: () => void): Actions<ComputeNode> {
  const { t } = useTranslation('nodes');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('node');
  const look = useLook();
  const release = async (nodes: readonly ComputeNode[]): Promise<void> => {
    const ids = nodes.map(({ id }) => id);
    look(ids, releasing);
    try {
      const [only] = ids;
      if (ids.length === 1) await send(api.nodes.release, { params: { nodeId: only! } });
      else await send(api.nodes.bulkRelease, { body: { ids } });
    } catch (error) {
      look(ids, notReleased);
      throw error;
    }
    await refresh();
  };
  const at = ({ id }: ComputeNode) => ({ params: { nodeId: id } });
  const labels = {
    enter: t('maintenance.enter'),
    leave: t('maintenance.leave'),
    unfence: t('unfence.action'),
    release: t('release.action'),
  };
  const actions: Action<ComputeNode>[] = [
    {
      id: 'nodes.enterMaintenance',
      label: labels.enter,
      offered: may(api.nodes.enterMaintenance),
      fits: ({ in_maintenance: already }) => !already,
      rule: isNodeMaintainable,
      confirm: ({ name, hypervisor }) => ({
        title: t('maintenance.title', { name }),
        body: t('maintenance.body', { count: hypervisor.vms }),
        confirm: labels.enter,
      }),
      run: (node) => send(api.nodes.enterMaintenance, at(node)).then(refresh),
    },
    {
      id: 'nodes.leaveMaintenance',
      label: labels.leave,
      offered: may(api.nodes.leaveMaintenance),
      fits: ({ in_maintenance: already }) => already,
      rule: isNodeReturnable,
      run: (node) => send(api.nodes.leaveMaintenance, at(node)).then(refresh),
    },
    {
      id: 'nodes.fence',
      label: t('fence.action'),
      offered: may(api.nodes.fence),
      fits: ({ fenced_reason: reason }) => reason === null,
      rule: isNodeFenceable,
      danger: true,
      dialog: () => import('./fence-dialog.tsx').then(({ FenceDialog }) => FenceDialog),
    },
    {
      id: 'nodes.unfence',
      label: labels.unfence,
      offered: may(api.nodes.unfence),
      fits: ({ fenced_reason: reason }) => reason !== null,
      rule: isNodeUnfenceable,
      confirm: ({ name }) => ({ title: t('unfence.title', { name }), body: t('unfence.body'), confirm: labels.unfence }),
      run: (node) => send(api.nodes.unfence, at(node)).then(refresh),
    },
    {
      id: 'nodes.release',
      label: labels.release,
      offered: may(api.nodes.release),
      rule: isNodeReleasable,
      danger: true,
      last: true,
      confirm: ({ name }) => ({ title: t('release.title', { name }), body: t('release.body'), confirm: labels.release }),
      run: (node) => release([node]),
      bulk: {
        label: labels.release,
        confirm: (able) => ({ title: t('release.bulk-title', { count: able.length }), body: t('release.body'), confirm: labels.release }),
        run: (able) => release(able),
      },
    },
  ];
  return useResourceActions({
    kind: 'node',
    reasonText: useNounReason('nodes'),
    describe: useNounFailure('nodes'),
    actions,
    items,
    onBulkDone,
  });
}
