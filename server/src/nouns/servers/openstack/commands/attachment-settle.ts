import type { Document } from '../../../../port/store/rows.ts';
import type { CommandContext } from '../../../../port/engine.ts';
import { outcomeNow } from './outcome.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { lookAt, refused, untilDone } from '../../../../engines/openstack/commands/wait.ts';

/** Rows as they were just read; undefined where the resource is gone. */
export interface Seen {
  server: Document | undefined;
  volume: Document | undefined;
}

export interface Attaching {
  serverId: string;
  volumeId?: string | undefined;
  /** Id of the request that the compute service accepted, where it is known. */
  requestId?: string | undefined;
  /** Whether it has come about. */
  isDone(seen: Seen): boolean;
}

/**
 * Waits until a volume or interface of a server is attached or detached. The server's status tells nothing of it: its rows do, and its
 * history says whether the cloud failed. Each look brings the rows in step; an outage is waited out. Throws what it failed with, or
 * engine_refused.
 */
export function settleAttachment(parts: Parts, context: CommandContext, attaching: Attaching): Promise<void> {
  const { serverId, volumeId, requestId, isDone } = attaching;
  return untilDone(parts, context, requestId, async () => {
    const volume = volumeId === undefined ? null : await lookAt(parts, 'volume', volumeId);
    const server = volume === undefined ? undefined : await lookAt(parts, 'server', serverId);
    if (volume === undefined || server === undefined) return 'under way';
    if (isDone({ server: server ?? undefined, volume: volume ?? undefined })) return 'done';
    if (server === null) throw refused(requestId, 'the server is gone');
    const outcome = requestId === undefined ? 'unknown' : await outcomeNow(parts, context, serverId, requestId);
    return outcome === 'running' ? 'under way' : { resting: 'nothing has changed' };
  });
}
