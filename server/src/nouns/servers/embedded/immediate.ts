/** What is done to a server in one transaction, with nothing to wait for. */
import type { ResetState } from '@gantry/contract/nouns/servers/bodies';
import type { ServerAction } from '@gantry/contract/nouns/servers/history';
import { isLockable, isStateResettable, isStopCancellable, isUnlockable, isUpdatable } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { putRested } from './guests.ts';
import { noteEntry } from './journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { adopt, release } from './reservations.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';
import { giveUp } from './transitions.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { rebound } from './bound.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';

interface Noted {
  context: CommandContext;
  action: ServerAction;
  message?: string;
}

/** Notes in the history what was done at once. */
export const note = (platform: Platform, writer: Writer, { id }: ServerDocument, { context, action, message }: Noted): Promise<void> =>
  noteEntry(platform, writer.records, id, {
    action,
    request_id: context.requestId,
    user_id: context.actor.userId,
    message: message ?? null,
  });

interface Change {
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, string> | undefined;
  tags?: readonly string[] | undefined;
  ha_enabled?: boolean | undefined;
  traits?: readonly string[] | undefined;
}

/**
 * `server.update`: changes name, description, metadata, tags, high availability and what it is bound to. How its guest behaves may change
 * by it.
 */
export const updateServer = (platform: Platform): Command<Change> =>
  doneAtOnce(platform, async (writer, { id, body, context }) => {
    const server = await documentFor({ platform, writer }, 'server', id, (one) => isUpdatable(one, body));
    const bound = body.traits ? await rebound(platform, writer, server, body.traits, context) : {};
    const { name = server.name, description = server.description, metadata = server.metadata, tags = server.tags } = body;
    const { ha_enabled: ha = server.ha_enabled } = body;
    const changed = { ...server, ...bound, name, description, metadata, tags: [...tags], ha_enabled: ha, updated: platform.now() };
    await (server.task_state === null && body.metadata ? putRested : putServer)(platform, writer, changed);
    return server.id;
  });

/** `server.lock` and `server.unlock`, whatever else goes on. */
export const lockServer = (platform: Platform, locked: boolean): Command =>
  doneAtOnce(platform, async (writer, { id, context }) => {
    const server = await documentFor({ platform, writer }, 'server', id, locked ? isLockable : isUnlockable);
    await note(platform, writer, server, { context, action: locked ? 'lock' : 'unlock' });
    await putServer(platform, writer, { ...server, locked, updated: platform.now() });
    return server.id;
  });

/**
 * `server.cancelStop`: the guest is asked no longer, runs on, and its power is not cut. Throws state_conflict where power is being cut, or the
 * guest is down by now.
 */
export const cancelStop = (platform: Platform): Command =>
  doneAtOnce(platform, async (writer, { id }) => {
    const found = await documentFor({ platform, writer }, 'server', id, isStopCancellable);
    const transition = await platform.buckets.transitions.get(writer.records, found.id);
    if (transition?.action !== 'stop') throw new GantryError('state_conflict', { reason: { code: 'server_not_stopping' } });
    const server = await giveUp(platform, writer, found, 'somebody cancelled the shutdown', 'called off');
    await putRested(platform, writer, { ...server, updated: platform.now() });
    return server.id;
  });

const STATES = {
  active: { status: 'ACTIVE', fault: null },
  error: { status: 'ERROR', fault: { message: 'the state was set to error' } },
} as const;

/**
 * `server.resetState`: the way out of what nothing else ends. What was going on ends as failed, and what was reserved for it is given back;
 * a server that was on no node yet takes the room that it has there. One that is shelved stays so.
 */
export const resetState = (platform: Platform): Command<ResetState> =>
  doneAtOnce(platform, async (writer, { id, context, body }) => {
    const found = await documentFor({ platform, writer }, 'server', id, isStateResettable);
    const placed = found.host === null ? await adopt(platform, writer, found) : found;
    const stopped = await giveUp(platform, writer, placed, 'the state was reset');
    const server = await release(platform, writer, stopped);
    await note(platform, writer, server, { context, action: 'resetState', message: `to ${body.state}` });
    const settled = { ...server, task_state: null, updated: platform.now() };
    // Its deletion was given up: without a node it can neither run nor have failed to.
    const left = server.host === null ? settled : { ...settled, ...STATES[body.state] };
    await putRested(platform, writer, left);
    return server.id;
  });
