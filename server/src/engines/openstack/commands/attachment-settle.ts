import { GantryError } from '@gantry/contract/wire/errors';
import type { Document } from '../../../store/port.ts';
import type { CommandContext } from '../../engine.ts';
import { isOutage } from '../client/errors.ts';
import { pause } from '../mirror/pause.ts';
import { outcomeNow } from './outcome.ts';
import type { Parts } from './parts.ts';

/** Milliseconds between two looks, and how long it may look undone while nobody is at work any more. */
const LOOK_MS = 1000;
const REST_MS = 15_000;

/** Rows as they were just read; undefined where the thing is gone. */
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
export async function settleAttachment(parts: Parts, context: CommandContext, attaching: Attaching): Promise<void> {
  const startedAt = Date.now();
  let restingSince: number | undefined;
  for (let tries = 0; ; tries++) {
    await pause(tries === 0 ? LOOK_MS / 4 : LOOK_MS, context.signal);
    const look = await lookAt(parts, context, attaching);
    if (look === 'done') return;
    if (look === 'gone') throw refused(attaching, 'the server is gone');
    restingSince = look === 'resting' ? (restingSince ?? Date.now()) : undefined;
    if (restingSince !== undefined && Date.now() - restingSince > REST_MS) throw refused(attaching, 'nothing has changed');
    if (Date.now() - startedAt > parts.commandLimit) throw refused(attaching, 'the cloud has not finished within the time limit');
  }
}

async function lookAt(parts: Parts, context: CommandContext, attaching: Attaching): Promise<'done' | 'gone' | 'under way' | 'resting'> {
  const { serverId, volumeId, requestId, isDone } = attaching;
  const { rereads } = parts.mirror;
  try {
    const volume = volumeId === undefined ? undefined : (await rereads.look('volume', volumeId))?.document;
    const server = (await rereads.look('server', serverId))?.document;
    if (isDone({ server, volume })) return 'done';
    if (server === undefined) return 'gone';
  } catch (error) {
    if (isOutage(error)) return 'under way';
    throw error;
  }
  const outcome = requestId === undefined ? 'unknown' : await outcomeNow(parts, context, serverId, requestId);
  return outcome === 'running' ? 'under way' : 'resting';
}

const refused = ({ requestId }: Attaching, detail: string) =>
  new GantryError('engine_refused', { detail, ...(requestId !== undefined && { requestId }) });
