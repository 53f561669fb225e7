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

/** A server boots from a volume made of it where it is complete (screens D4), and one boots from its own volume. The codes are those of a field. */
export const isSnapshotBootable: Rule<SnapshotState> = ({ status, bootable }) => {
  if (status !== 'available') return { code: 'snapshot_not_available', params: { status } };
  return bootable === true ? true : { code: 'snapshot_not_bootable' };
};
/** Nothing goes on with it (screens D4). */
export const isSnapshotDeletable = inStatus('available', 'error');
/** What is on its way out keeps its name. */
export const isSnapshotRenamable: Rule<SnapshotState> = ({ status }) =>
  status.startsWith('delet') ? no('wrong_status', { status, needed: 'available' }) : true;
