/** Snapshots that are taken of volumes by themselves. */
import { randomUUID } from 'node:crypto';
import { isSnapshotDeletable } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { VolumeSchedule } from '@gantry/contract/nouns/volumes/bodies';
import type { Missed } from '@gantry/contract/nouns/volumes/entity';
import { isSnapshotTakeable, isVolumeRenamable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { firstDue, nextDue, scheduledName } from '../shared.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { amountsOf, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import type { ScheduleRecord } from '../../../engines/embedded/platform/records.ts';
import { putVolume } from '../../../engines/embedded/platform/rows.ts';
import type { Work } from '../../../engines/embedded/platform/work.ts';
import { serversOf } from '../../volumes/embedded/attachments.ts';
import { contentOf } from './content.ts';
import { counted, newSnapshot } from './documents.ts';

/** The operations that create and delete snapshots. */
interface SnapshotLastings {
  creating: AsyncOperation;
  deleting: AsyncOperation;
}

/** `volume.schedule`: the first snapshot is taken when the first hours are over. */
export const scheduleVolume = (platform: Platform): Command<VolumeSchedule> =>
  doneAtOnce(platform, async (writer, { id, body: { hours, keep } }) => {
    const volume = await documentFor({ platform, writer }, 'volume', id, isVolumeRenamable);
    const { schedules } = platform.buckets;
    const before = await schedules.get(writer.records, volume.id);
    const next = firstDue(platform.clock.now(), hours);
    if (keep === 0) await schedules.remove(writer.records, volume.id);
    else await schedules.put(writer.records, volume.id, { hours, keep, taken: before?.taken ?? [] }, next);
    writer.setting(platform.key('volume', volume.id), ['snapshot_schedule']);
    await putVolume(platform, writer, { ...volume, snapshot_schedule: keep === 0 ? null : { hours, keep, missed: null } });
    return volume.id;
  });

/** Takes what is due, and lets the oldest go that are too many. */
export const schedulesOf = (platform: Platform, asyncOperations: SnapshotLastings): Work => {
  const { schedules } = platform.buckets;
  const carryOut = (volumeId: string, due: string): Promise<void> =>
    platform.change(async (writer) => {
      const schedule = await schedules.get(writer.records, volumeId);
      const volume = schedule && (await platform.document(writer, 'volume', volumeId));
      if (!schedule || !volume) return schedules.remove(writer.records, volumeId);
      const { taken, missed } = await take(platform, writer, asyncOperations, volume);
      const all = taken === undefined ? schedule.taken : [...schedule.taken, taken];
      const { snapshot_schedule: shown } = volume;
      if (shown && shown.missed !== missed) await putVolume(platform, writer, { ...volume, snapshot_schedule: { ...shown, missed } });
      const left = await thinned(platform, writer, asyncOperations, { ...schedule, taken: all });
      const next = nextDue(due, schedule.hours, platform.clock.now());
      await schedules.put(writer.records, volumeId, { ...schedule, taken: left }, next);
    });
  return {
    due: async (now, limit) =>
      (await schedules.due(platform.store.records, now, limit)).map(
        ({ key, due }) =>
          () =>
            carryOut(key, due),
      ),
    nextDue: () => schedules.nextDue(platform.store.records),
  };
};

/** That the project, or its domain, may have no more. */
const FULL: ReadonlySet<string> = new Set(['quota_exceeded', 'domain_quota_exceeded']);

/** Takes a snapshot, or tells why not: the next one may be taken. */
async function take(
  platform: Platform,
  writer: Writer,
  { creating }: SnapshotLastings,
  volume: VolumeDocument,
): Promise<{ taken?: string; missed: Missed | null }> {
  const [server] = await serversOf(platform, writer, volume);
  if (isSnapshotTakeable(volume, server) !== true) return { missed: 'state' };
  const created_at = platform.now();
  const name = scheduledName(volume.name, created_at);
  const document = newSnapshot(volume, { id: randomUUID(), name, description: null, created_at });
  try {
    await reserveQuota(platform, writer, volume.project_id, amountsOf(volumeSnapshotKind, counted(document, volume)));
  } catch (error) {
    if (!(error instanceof GantryError) || !FULL.has(error.code)) throw error;
    platform.log.warn({ volume: volume.id, err: error }, 'a snapshot of a schedule is left out');
    return { missed: 'quota' };
  }
  await platform.buckets.contents.put(writer.records, document.id, contentOf(volume));
  await beginChange(platform, writer, creating, { document, accepted: null, details: {} });
  return { taken: document.id, missed: null };
}

/** Lets the oldest go that are more than are kept. Returns those that stay, also because they cannot go now. */
async function thinned(
  platform: Platform,
  writer: Writer,
  { deleting }: SnapshotLastings,
  { taken, keep }: ScheduleRecord,
): Promise<string[]> {
  const left: string[] = [];
  for (const [index, id] of taken.entries()) {
    const snapshot = await platform.document(writer, 'volume_snapshot', id);
    if (!snapshot) continue;
    const stays = index >= taken.length - keep || isSnapshotDeletable(snapshot) !== true;
    if (stays) left.push(id);
    else await beginChange(platform, writer, deleting, { document: snapshot, accepted: null, details: {} });
  }
  return left;
}
