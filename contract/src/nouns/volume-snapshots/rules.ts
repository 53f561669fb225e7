import { no, type Rule } from '../../wire/rule-result.ts';
import { isShutOff, type ServerState } from '../servers/rules.ts';

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
/** Its volume goes back to it, and images are made of it, where it is complete (screens D4). */
export const isSnapshotComplete = inStatus('available');

/** A snapshot with what its volume goes back by. */
interface Return {
  volume: { status: string; size: number };
  /** Those that have the volume. */
  servers: readonly ServerState[];
  /** No later snapshot of the volume is there: volumes lose what is later than where they go back to. */
  newest: boolean;
}

/** Whether the volume of a snapshot goes back to it (screens D4): it rests, without a server or in one that is shut off, and this is its newest. */
export const isRevertable: Rule<SnapshotState & { size: number }, Return> = (snapshot, { volume, servers, newest }) => {
  const verdict = isSnapshotComplete(snapshot);
  if (verdict !== true) return verdict;
  if (!newest) return no('snapshot_not_newest');
  if (volume.size !== snapshot.size) return no('snapshot_of_other_size');
  if (volume.status === 'available') return true;
  if (volume.status !== 'in-use') return no('volume_in_progress', { volume_status: volume.status });
  const running = servers.find((server) => !isShutOff(server));
  return running ? no('server_status', { status: running.task_state ?? running.status, needed: 'SHUTOFF' }) : true;
};

/** Whether its state may be reset: it is in error, or stands still on its way (screens D4). */
export const isSnapshotResettable: Rule<SnapshotState> = ({ status }) =>
  status === 'available' || status === 'deleted' ? no('wrong_status', { status, needed: 'error' }) : true;
