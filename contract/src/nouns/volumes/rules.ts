import type { CodedText } from '../../wire/errors.ts';
import { no, type Rule } from '../../wire/rule-result.ts';
import { isMedium } from '../images/media.ts';
import { isDiskResizable, isInProgress as isServerInProgress, isShutOff, isVolumeDetachable, type ServerState } from '../servers/rules.ts';

/** What the rules look at. */
export interface VolumeState {
  status: string;
}

/** Every -ing status, and the two others in which something goes on (decision F5). */
export const isVolumeInProgress = ({ status }: VolumeState): boolean =>
  (/ing(-|$)/.test(status) && !isVolumeErrored({ status })) || status === 'awaiting-transfer' || status === 'maintenance';
export const isVolumeErrored = ({ status }: VolumeState): boolean => /^error(_|$)/.test(status);

/** Whether a server has it, or is about to (S2 §4). */
export const isVolumeInUse = ({ status }: VolumeState): boolean => status === 'in-use' || status === 'reserved';

/** Whether a volume may be deleted (S2 §4): nothing goes on with it, and no server has it. */
export const isVolumeDeletable: Rule<VolumeState> = (volume) => {
  const { status } = volume;
  if (isVolumeInProgress(volume)) return no('volume_in_progress', { volume_status: status });
  return isVolumeInUse(volume) ? no('volume_in_use', { volume_status: status }) : true;
};

/** What is on its way out keeps its name. */
export const isVolumeRenamable: Rule<VolumeState> = ({ status }) =>
  status === 'deleting' || status === 'deleted' ? no('volume_in_progress', { volume_status: status }) : true;

/** Statuses of a server of whose volumes no snapshot is taken. */
const RESTING: ReadonlySet<string> = new Set(['SHELVED', 'SHELVED_OFFLOADED', 'SUSPENDED']);

/**
 * Whether a snapshot may be taken of a volume (S2 §4): it is not in progress, errored or reserved, and its server, where one has it, is not
 * in progress, shelved or suspended.
 */
export const isSnapshotTakeable: Rule<VolumeState, ServerState | undefined> = (volume, server) => {
  const { status } = volume;
  if (isVolumeInProgress(volume)) return no('volume_in_progress', { volume_status: status });
  if (isVolumeErrored(volume) || status === 'reserved') return no('wrong_status', { status, needed: 'available, in-use' });
  if (!server) return true;
  if (isServerInProgress(server)) return no('server_in_progress', { state: server.task_state ?? server.status });
  return RESTING.has(server.status) ? no('server_status', { status: server.status, needed: 'ACTIVE, PAUSED, SHUTOFF' }) : true;
};

/** Whether a server can be given a volume, as far as that says itself. */
export const isVolumeFree: Rule<VolumeState> = ({ status }) =>
  status === 'available' ? true : no('wrong_status', { status, needed: 'available' });

/** Whether a volume can be taken off a server, as far as it says itself. */
export const isVolumeHeld: Rule<VolumeState> = ({ status }) =>
  status === 'in-use' ? true : no('wrong_status', { status, needed: 'in-use' });

/** Whether a server is given a volume: both are of one project. Who sees several projects sees their volumes too. */
export const isOfProject: Rule<{ project_id: string }, { project_id: string }> = (volume, server) =>
  volume.project_id === server.project_id ? true : no('volume_other_project');

/** Whether a volume is taken off a server (S2 §4): it is in use by it, the server boots from another one, and is not shelved. */
export const isDetachable: Rule<VolumeState & { id: string }, ServerState> = ({ id, status }, server) => {
  const verdict = isVolumeDetachable(server, { volume_id: id });
  if (verdict !== true) return verdict;
  return status === 'in-use' ? true : no('volume_in_progress', { volume_status: status });
};

/** Whether a volume may grow, as far as it says itself: nothing goes on with it, and it has a server or could have one. */
export const isVolumeGrowable: Rule<VolumeState> = (volume) => {
  const { status } = volume;
  if (isVolumeInProgress(volume)) return no('volume_in_progress', { volume_status: status });
  return status === 'available' || status === 'in-use' ? true : no('wrong_status', { status, needed: 'available, in-use' });
};

/** Whether it may grow with the servers that have it: a disk of theirs is resized (S2 §4). */
export const isVolumeExtendable: Rule<VolumeState, readonly ServerState[]> = (volume, servers) => {
  const verdict = isVolumeGrowable(volume);
  if (verdict !== true) return verdict;
  for (const server of servers) {
    const allowed = isDiskResizable(server);
    if (allowed !== true) return allowed;
  }
  return true;
};

/** Whether a volume of so many GiB grows by it. The code is that of a field. */
export const isGrowth: Rule<{ size: number }, { size: number }> = ({ size: now }, { size }) =>
  size > now ? true : { code: 'too_small', params: { min: now + 1 } };

/** What of a volume says whether a copy of it is worth anything. */
export interface VolumeContent extends VolumeState {
  volume_image_metadata?: { disk_format: string | null } | null;
}

/** Nothing goes on with it, and it rests whole: available, or in a server. */
const isResting: Rule<VolumeState> = (volume) => {
  const { status } = volume;
  if (isVolumeInProgress(volume)) return no('volume_in_progress', { volume_status: status });
  return status === 'available' || isVolumeInUse(volume) ? true : no('wrong_status', { status, needed: 'available, in-use' });
};

/** Whether none of the servers that have it can write to it while it is read: each is shut off. */
const isStill: Rule<VolumeState, readonly ServerState[]> = (volume, servers) => {
  if (!isVolumeInUse(volume)) return true;
  const running = servers.find((server) => !isShutOff(server));
  if (running) return no('server_status', { status: running.task_state ?? running.status, needed: 'SHUTOFF' });
  return servers.length > 0 ? true : no('volume_in_use', { volume_status: volume.status });
};

/** Whether a copy is made of a volume, as far as it says itself: it rests, and is no installation medium (S2 §4). */
export const isVolumeCopyable: Rule<VolumeContent> = (volume) => {
  if (volume.volume_image_metadata && isMedium(volume.volume_image_metadata)) return no('volume_is_medium');
  return isResting(volume);
};

/** Whether a volume is cloned (S2 §4): it is not in use, or its server is shut off; and its disk format is not iso. */
export const isVolumeClonable: Rule<VolumeContent, readonly ServerState[]> = (volume, servers) => {
  const verdict = isVolumeCopyable(volume);
  return verdict === true ? isStill(volume, servers) : verdict;
};

/** Whether an image is made of a volume, as far as it says itself (screens D2). */
export const isVolumeImageable: Rule<VolumeState> = isResting;
/** The same with the servers that have it: each is shut off. */
export const isVolumeImageableNow: Rule<VolumeState, readonly ServerState[]> = (volume, servers) => {
  const verdict = isVolumeImageable(volume);
  return verdict === true ? isStill(volume, servers) : verdict;
};

/** Whether its data may be kept otherwise from now on (screens D2). */
export const isVolumeRetypable: Rule<VolumeState> = (volume) => isVolumeGrowable(volume);

/** Whether it may be said that servers boot from it, or that they don't (screens D2). */
export const isBootableSettable: Rule<VolumeState> = (volume) => {
  const { status } = volume;
  if (isVolumeInProgress(volume)) return no('volume_in_progress', { volume_status: status });
  return status === 'available' ? true : no('wrong_status', { status, needed: 'available' });
};

/** Whether its state may be reset (S2 §4): it is in progress, errored or reserved. */
export const isVolumeResettable: Rule<VolumeState> = (volume) =>
  isVolumeInProgress(volume) || isVolumeErrored(volume) || volume.status === 'reserved'
    ? true
    : no('wrong_status', { status: volume.status, needed: 'error, reserved' });

/** Whether its data is on the cloud's own storage (S2 §3), and not on one that is connected to it. */
export const isBackendInternal = ({ volume_backend: backend }: { volume_backend: string | null }): boolean => backend === 'vstorage';

/** What is wrong with a volume that a server is to have, at the field that names it: only one that nobody has is given. */
export const freeVolumeProblem = ({ status }: { status: string }): CodedText | undefined =>
  status === 'available' ? undefined : { code: 'volume_not_available', params: { status } };
