import { z } from 'zod';
import type { VolumeSnapshotCreate, VolumeSnapshotUpdate } from '@gantry/contract/nouns/volume-snapshots/calls';
import type { ServerState } from '@gantry/contract/nouns/servers/rules';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../store/port.ts';
import type { Command, CommandContext, Engine } from '../../engine.ts';
import { unlessGone } from '../client/errors.ts';
import { TASK_MARK } from '../client/mark.ts';
import { pagesOf } from '../client/pages.ts';
import { volumeSnapshots } from '../client/volume-snapshots.ts';
import { askToChange, required, sendChange, showAtOnce, type Parts } from './parts.ts';
import { refused, statusNow, untilDone } from './wait.ts';

const KIND = 'volume_snapshot';

const pathOf = (id: string): string => `/snapshots/${encodeURIComponent(id)}`;
const made = z.object({ snapshot: z.object({ id: z.string() }) });

/** Takes a snapshot of a volume; of one that a server has, the volume service wants to be told that this is meant. */
const createSnapshot = (parts: Parts): Command<VolumeSnapshotCreate> => ({
  async accept(context, _target, { volume_id, name, description }) {
    const volume = await takeable(parts, context, volume_id);
    const force = volume.document['status'] === 'in-use';
    const metadata = { [TASK_MARK]: context.taskId };
    const snapshot = { volume_id, name, ...(description !== undefined && { description }), ...(force && { force }), metadata };
    const change = { service: 'volume', method: 'POST', path: '/snapshots', body: { snapshot }, answer: made } as const;
    const { body, requestId } = await sendChange(parts, context, volume.projectId, change);
    await showAtOnce(parts, context, body.snapshot.id, KIND);
    return { id: body.snapshot.id, requestId };
  },
  settle: (context, { id, requestId }) => settle(parts, context, { id, requestId, until: 'available' }),
  async recover({ taskId }, _id, { volume_id }) {
    for await (const { items } of pagesOf(500, (limit, marker) => volumeSnapshots.list(parts.api, limit, marker, { volume_id }))) {
      const found = items.find(({ metadata }) => metadata[TASK_MARK] === taskId);
      if (found) return { id: found.id };
    }
    return undefined;
  },
});

/** The volume, if a snapshot may be taken of it now. Throws validation_failed where it is not seen, state_conflict with the rule's reason. */
async function takeable(parts: Parts, context: CommandContext, id: string): Promise<Row> {
  const { store, actor } = context;
  await showAtOnce(parts, context, id, 'volume');
  const { scope, userId, domainId } = actor;
  const volume = await store.read.find('volume', id, { scope, userId, domainId });
  if (!volume) throw new GantryError('validation_failed', { fields: { volume_id: [{ code: 'unknown_id' }] } });
  const { status, attachments } = volume.document as { status: string; attachments: readonly { server_id: string }[] };
  const [attachment] = attachments;
  const server = attachment && (await store.read.get({ engine: parts.engine, kind: 'server', id: attachment.server_id }));
  const verdict = isSnapshotTakeable({ status }, server?.document as ServerState | undefined);
  if (verdict !== true) throw new GantryError('state_conflict', { reason: verdict });
  return volume;
}

/** Changes name or description. */
const updateSnapshot = (parts: Parts): Command<VolumeSnapshotUpdate> => ({
  async accept(context, target, { name, description }) {
    const { id, projectId } = required(target);
    const snapshot = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    const change = { service: 'volume', method: 'PUT', path: pathOf(id), body: { snapshot } } as const;
    const requestId = await askToChange(parts, context, projectId, change);
    await showAtOnce(parts, context, id, KIND);
    return { id, requestId };
  },
});

/** Deletes a snapshot; one that is already gone is a success. */
const deleteSnapshot = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId } = required(target);
    const change = { service: 'volume', method: 'DELETE', path: pathOf(id) } as const;
    const requestId = await unlessGone(askToChange(parts, context, projectId, change));
    await showAtOnce(parts, context, id, KIND);
    return { id, requestId };
  },
  settle: (context, { id, requestId }) => settle(parts, context, { id, requestId, until: 'gone' }),
  // One that is gone, or going, when a crash has been survived is what the task was for.
  async recover(_context, target) {
    const id = required(target);
    const snapshot = await unlessGone(volumeSnapshots.get(parts.api, id));
    return !snapshot || snapshot.status === 'deleting' ? { id } : undefined;
  },
});

interface Journey {
  id: string;
  requestId: string | undefined;
  until: 'available' | 'gone';
}

/** Waits until a snapshot is complete or gone; each look brings its row in step, an outage is waited out. Throws engine_refused. */
function settle(parts: Parts, context: CommandContext, { id, requestId, until }: Journey): Promise<void> {
  return untilDone(parts, context, requestId, async () => {
    const status = await statusNow(parts, KIND, id);
    if (status === until) return 'done';
    if (status === 'gone' || status?.startsWith('error')) throw refused(requestId, `the snapshot is ${status}`);
    return status === 'available' ? { resting: 'the snapshot stays available' } : 'under way';
  });
}

/** What the volume service does with snapshots of volumes. */
export const volumeSnapshotCommands = (parts: Parts): Engine['commands'] => ({
  'volume_snapshot.create': createSnapshot(parts),
  'volume_snapshot.update': updateSnapshot(parts),
  'volume_snapshot.delete': deleteSnapshot(parts),
});
