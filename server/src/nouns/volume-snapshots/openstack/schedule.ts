/** Snapshots that are taken of volumes by themselves, in the place and with the rights of who has asked for them. */
import { isSnapshotDeletable } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { VolumeSchedule } from '@gantry/contract/nouns/volumes/bodies';
import type { Missed, Volume } from '@gantry/contract/nouns/volumes/entity';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { z } from 'zod';
import { instantOf } from '../../../port/clock.ts';
import type { Row } from '../../../port/store/rows.ts';
import type { HeldLease } from '../../../port/store/tasks.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { firstDue, nextDue, scheduledName } from '../shared.ts';
import type { UserToken } from '../../../engines/openstack/client/api.ts';
import { ignoreNotFound, isUnknown } from '../../../engines/openstack/client/errors.ts';
import { TASK_MARK } from '../../../engines/openstack/client/mark.ts';
import { changingToken, required, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { endTrust, entrust, isBroken } from '../../../engines/openstack/identity/trusts.ts';
import { recurring, type ReplicaJob, type ReplicaJobContext } from '../../../engines/openstack/mirror/replica-job.ts';
import { volumeSnapshots } from './client.ts';

/** Schedules that are carried out in one look. */
const MOST = 100;
/** Bucket of the store's records: volume id → its schedule; due when the next snapshot is. */
const BUCKET = 'schedules';

const shape = z.object({
  hours: z.number(),
  keep: z.number(),
  /** What the service account is entrusted with. */
  trust: z.string(),
  /** Ids of what was taken and not yet let go, the oldest first. */
  taken: z.array(z.string()),
});
type Schedule = z.infer<typeof shape>;

/** `volume.schedule`: the first snapshot is taken when the first hours are over. */
export const scheduleVolume = (parts: Parts): Command<VolumeSchedule> => ({
  async accept(context, target, { hours, keep }) {
    const { id, projectId } = required(target);
    const { store, signal, log } = context;
    await changingToken(parts, context, projectId);
    const before = shape.safeParse(await store.records.get(parts.engine, BUCKET, id)).data;
    const trust = keep === 0 ? undefined : await entrust(parts, context, projectId!);
    await store.transaction(async (writer) => {
      if (trust === undefined) await writer.records.remove(parts.engine, BUCKET, id);
      else {
        const due = firstDue(Date.now(), hours);
        await writer.records.put(parts.engine, BUCKET, id, { hours, keep, trust, taken: before?.taken ?? [] } satisfies Schedule, due);
      }
      await show(writer, parts.engine, id, trust === undefined ? null : { hours, keep, missed: null });
    });
    if (before) await endTrust(parts, before.trust, signal).catch((err: unknown) => log.warn({ err }, 'a trust is left over'));
    return { id };
  },
});

/** Writes a schedule to its volume. */
async function show(writer: Writer, engine: string, id: string, snapshot_schedule: Volume['snapshot_schedule']): Promise<void> {
  const row = await writer.get({ engine, kind: 'volume', id });
  if (!row) return;
  writer.setting(row, ['snapshot_schedule']);
  await writer.put({ ...row, document: { ...row.document, snapshot_schedule } });
}

/** Volumes keep the schedules that they have here: the volume service knows nothing of them. */
export async function withSchedules<R extends Pick<Row, 'id' | 'document'>>(
  writer: Writer,
  engine: string,
  rows: readonly R[],
): Promise<R[]> {
  const known = await writer.getMany(
    engine,
    'volume',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const schedule = known.get(row.id)?.document['snapshot_schedule'];
    return schedule ? { ...row, document: { ...row.document, snapshot_schedule: schedule } } : row;
  });
}

/** Why a snapshot is missing, by what the cloud said. */
function missedBy(error: unknown): Missed {
  if (isBroken(error)) return 'rights';
  return error instanceof GantryError && error.code === 'quota_exceeded' ? 'quota' : 'refused';
}

/** Takes what is due, and lets the oldest go that are too many. */
export function snapshotJob(parts: Parts, context: ReplicaJobContext): ReplicaJob {
  const { store, log } = context;
  const { engine, api, account, mirror } = parts;

  /** The snapshot that was taken for this hour, also by a process that has ended since; undefined where the service knows none. */
  async function takenFor(volumeId: string, mark: string): Promise<string | undefined> {
    const { items } = await volumeSnapshots.list(api, MOST, undefined, { volume_id: volumeId });
    return items.find(({ volume_id: of, metadata }) => of === volumeId && metadata[TASK_MARK] === mark)?.id;
  }

  /** Takes one. Undefined where none can be taken now: the next one may. */
  async function take(as: UserToken, volume: Row<'volume'>, due: string, signal: AbortSignal): Promise<string | undefined> {
    const mark = `schedule:${due}`;
    const found = await takenFor(volume.id, mark);
    if (found !== undefined) return found;
    const { name, status, attachments } = volume.document;
    const [attachment] = attachments;
    const server = attachment && (await store.read.get({ engine, kind: 'server', id: attachment.server_id }));
    if (isSnapshotTakeable({ status }, server?.document) !== true) return undefined;
    const snapshot = {
      volume_id: volume.id,
      name: scheduledName(name, instantOf(Date.now())),
      metadata: { [TASK_MARK]: mark },
      ...(status === 'in-use' && { force: true }),
    };
    const answer = z.object({ snapshot: z.object({ id: z.string() }) });
    return (await api.ask('volume', { method: 'POST', path: '/snapshots', body: { snapshot }, as, answer, signal })).body.snapshot.id;
  }

  /** Lets the oldest go that are more than are kept. Returns those that stay, also because they cannot go now. */
  async function thinned(as: UserToken, { taken, keep }: Pick<Schedule, 'taken' | 'keep'>, signal: AbortSignal): Promise<string[]> {
    const rows = await store.read.getMany(engine, 'volume_snapshot', taken);
    const left: string[] = [];
    for (const [index, id] of taken.entries()) {
      const row = rows.get(id);
      const isOld = index < taken.length - keep;
      if (isOld && row && isSnapshotDeletable({ status: row.document.status }) === true)
        await ignoreNotFound(api.ask('volume', { method: 'DELETE', path: `/snapshots/${id}`, as, answer: z.unknown(), signal }));
      // One that is not read yet is the newest; an old one without a row is gone.
      else if (row || !isOld) left.push(id);
      mirror.rereads.want('volume_snapshot', id);
    }
    return left;
  }

  /** One that is due. What fails is told at the volume and in the log, and the next one is taken in its time. */
  async function carryOut(volumeId: string, due: string, schedule: Schedule, signal: AbortSignal, lease: HeldLease): Promise<void> {
    const volume = await store.read.get({ engine, kind: 'volume', id: volumeId });
    const { hours, keep, trust } = schedule;
    let { taken } = schedule;
    let missed: Missed | null = null;
    if (volume)
      try {
        const as = { id: (await account.trusted(trust, signal)).id, projectId: volume.projectId };
        const one = await take(as, volume, due, signal);
        if (one === undefined) missed = 'state';
        else taken = [...taken.filter((id) => id !== one), one];
        taken = await thinned(as, { ...schedule, taken }, signal);
      } catch (err) {
        signal.throwIfAborted();
        // A silent cloud is asked again in the next look.
        if (isUnknown(err)) throw err;
        missed = missedBy(err);
        log.warn({ err, volume: volumeId, missed }, 'a snapshot of a schedule is left out');
      }
    else await endTrust(parts, trust, signal);
    await store.transaction(async (writer) => {
      await writer.assertHeld(lease);
      // Another one may have been asked for, or none any more, meanwhile.
      if (shape.safeParse(await writer.records.get(engine, BUCKET, volumeId)).data?.trust !== trust) return;
      if (volume) {
        await writer.records.put(engine, BUCKET, volumeId, { ...schedule, taken }, nextDue(due, hours, Date.now()));
        await show(writer, engine, volumeId, { hours, keep, missed });
      } else await writer.records.remove(engine, BUCKET, volumeId);
    });
  }

  return recurring('snapshots of schedules', context, async (signal, lease) => {
    for (const { key, value, due } of await store.records.due(engine, BUCKET, instantOf(Date.now()), MOST)) {
      const schedule = shape.parse(value);
      await carryOut(key, due, schedule, signal, lease);
    }
  });
}
