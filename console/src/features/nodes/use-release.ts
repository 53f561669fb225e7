import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { isNodeReleasable } from '@gantry/contract/nouns/nodes/rules';
import { notReleased, releasing } from '@gantry/contract/nouns/nodes/statuses';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { Action } from '../../ui/action/action.ts';

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

/** The actions on nodes, with their release from the cluster: they look released before the server answers (S0 §4). */
export function useRelease(others: readonly Action<ComputeNode>[]): readonly Action<ComputeNode>[] {
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
  const label = t('release.action');
  const body = t('release.body');
  return [
    ...others,
    {
      id: 'nodes.release',
      label,
      offered: may(api.nodes.release),
      rule: isNodeReleasable,
      danger: true,
      last: true,
      confirm: ({ name }) => ({ title: t('release.title', { name }), body, confirm: label }),
      run: (node) => release([node]),
      bulk: {
        label,
        confirm: (able) => ({ title: t('release.bulk-title', { count: able.length }), body, confirm: label }),
        run: (able) => release(able),
      },
    },
  ];
}
