import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ServerAction } from '@gantry/contract/nouns/servers/history';
import { useEffect } from 'react';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';

/** What was done to a server; read anew whenever the server changes. */
export function useEvents(server: Pick<Server, 'id' | 'revision'>, enabled = true) {
  const query = useItem(api.servers.events, { serverId: server.id }, { enabled });
  const { refetch } = query;
  useEffect(() => {
    if (enabled) void refetch({ cancelRefetch: false });
  }, [refetch, server.revision, enabled]);
  return query;
}

/** After which of them the guest has begun anew. */
const BEGIN: ReadonlySet<string> = new Set<ServerAction>([
  'create',
  'start',
  'reboot',
  'rebuild',
  'rescue',
  'unrescue',
  'resize',
  'revertResize',
  'migrate',
  'unshelve',
  'evacuate',
  'restore',
]);

/** The last of what was done that the guest has begun with, ISO 8601; undefined where none is known. */
export const begunAt = (
  events: readonly { action: string; result: string; started_at: string; finished_at: string | null }[],
): string | undefined =>
  events
    .filter(({ action, result }) => result === 'success' && BEGIN.has(action))
    .map(({ started_at: start, finished_at: end }) => end ?? start)
    .toSorted()
    .at(-1);

/** Since when a server's guest has been running, as its history tells; undefined where it is not, or nobody knows. */
export function useRunningSince(server: Server): string | undefined {
  const enabled = useMay()(api.servers.events) && server.status === 'ACTIVE';
  const { data } = useEvents(server, enabled);
  return enabled && data ? begunAt(data.data) : undefined;
}
