import { no, type Rule } from '../../wire/verdict.ts';
import { isInProgress as isServerInProgress, type ServerState } from '../servers/rules.ts';

/** What the rules look at. */
export interface VolumeState {
  status: string;
}

/** Every -ing status, and the two others in which something goes on (decision F5). */
export const isVolumeInProgress = ({ status }: VolumeState): boolean =>
  (/ing(-|$)/.test(status) && !isVolumeErrored({ status })) || status === 'awaiting-transfer' || status === 'maintenance';
export const isVolumeErrored = ({ status }: VolumeState): boolean => /^error(_|$)/.test(status);

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
