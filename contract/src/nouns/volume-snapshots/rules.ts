import { no, type Rule } from '../../wire/verdict.ts';

/** All statuses of a snapshot (S2 §4). */
export const SNAPSHOT_STATUSES = [
  'available',
  'backing_up',
  'creating',
  'deleting',
  'deleted',
  'error',
  'error_deleting',
  'restoring',
  'unmanaging',
  'updating',
  'delete_pending',
  'delete_paused',
] as const;

/** What the rules look at. Both the store's document and the console's entity have it. */
export interface SnapshotState {
  status: string;
  bootable?: boolean | null;
}

const inStatus =
  (...statuses: readonly string[]): Rule<SnapshotState> =>
  ({ status }) =>
    statuses.includes(status) ? true : no('wrong_status', { status, needed: statuses.join(', ') });

/** Volumes are made of it where it is complete. The code is that of a field. */
export const isSnapshotUsable: Rule<SnapshotState> = ({ status }) =>
  status === 'available' ? true : { code: 'snapshot_not_available', params: { status } };
/** A server boots from a volume made of it where it is complete (screens D4), and one boots from its own volume. The codes are those of a field. */
export const isSnapshotBootable: Rule<SnapshotState> = (snapshot) => {
  const usable = isSnapshotUsable(snapshot);
  if (usable !== true) return usable;
  return snapshot.bootable === true ? true : { code: 'snapshot_not_bootable' };
};
/** Nothing goes on with it (screens D4). */
export const isSnapshotDeletable = inStatus('available', 'error');
/** What is on its way out keeps its name. */
export const isSnapshotRenamable: Rule<SnapshotState> = ({ status }) =>
  status.startsWith('delet') ? no('wrong_status', { status, needed: 'available' }) : true;
