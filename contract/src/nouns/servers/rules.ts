import { SERVER_LIMITS, SERVER_STUCK_MS } from '../../constants.ts';
import { every, no, type Rule } from '../../wire/rule-result.ts';
import { standsUnder } from './statuses.ts';

/** What the rules look at. Both the store's document and the console's entity have it. */
export interface ServerState {
  status: string;
  task_state: string | null;
  locked?: boolean;
  locked_reason?: string | null | undefined;
  host_status?: string | null;
  allow_live_resize?: boolean;
  allow_running_resize?: boolean | undefined;
  allow_set_password?: boolean;
  has_pci_devices?: boolean;
  unplaced?: boolean | undefined;
  flavor?: { extra_specs?: Record<string, string> };
  /** The first one is the boot volume, unless the next member says that there is none. */
  volumes?: readonly { id: string }[];
  boots_from_volume?: boolean;
  networks?: readonly { mac_addr: string }[];
}

export const isRunning = (server: ServerState): boolean => standsUnder('running', server.status);
export const isStopped = (server: ServerState): boolean => standsUnder('stopped', server.status);
/** Its guest does not run, nor stands still in the middle of something: nobody writes to its volumes. */
export const isShutOff = ({ status, task_state: task }: ServerState): boolean =>
  task === null && (status === 'SHUTOFF' || status === 'STOPPED');
/** Whether something goes on with it that has shown no progress for so long that somebody should look: it may never end by itself. */
export const isStuck = (server: ServerState & { created: string; updated: string | null }, now: Date): boolean =>
  isInProgress(server) && now.getTime() - Date.parse(server.updated ?? server.created) >= SERVER_STUCK_MS;
export const isErrored = (server: ServerState): boolean => standsUnder('errored', server.status);
/** Any task state, or a status of the in-progress set (S2 §4). */
export const isInProgress = (server: ServerState): boolean => server.task_state !== null || standsUnder('in-progress', server.status);
/** Derived from the flavor (decision F17). */
export const hasVgpu = (server: ServerState): boolean =>
  Object.keys(server.flavor?.extra_specs ?? {}).some((key) => key.startsWith('resources:VGPU'));

const settled: Rule<ServerState> = (server) =>
  isInProgress(server) ? no('server_in_progress', { state: server.task_state ?? server.status }) : true;
const unlocked: Rule<ServerState> = ({ locked, locked_reason: why }) => {
  if (locked !== true) return true;
  return why ? no('server_locked_because', { why }) : no('server_locked');
};
/** There is a guest, or room for one, on some node: one that no node took can only be deleted. */
const placed: Rule<ServerState> = ({ unplaced }) => (unplaced === true ? no('server_unplaced') : true);
const inStatus =
  (...statuses: string[]): Rule<ServerState> =>
  (server) =>
    statuses.includes(server.status) ? true : no('server_status', { status: server.status, needed: statuses.join(', ') });

/** Also in those that a running or stopped server shows while something goes on with it. */
const inOrOnTheWay = (...statuses: string[]): Rule<ServerState> => {
  const resting = inStatus(...statuses);
  return (server) => (ON_THE_WAY.has(server.status) ? true : resting(server));
};
const ON_THE_WAY: ReadonlySet<string> = new Set([
  'REBOOT',
  'HARD_REBOOT',
  'PASSWORD',
  'REBUILD',
  'MIGRATING',
  'RESIZE',
  'LIVE_RESIZE',
  'VERIFY_LIVE_RESIZE',
]);

/** Settled, not locked, and in one of the statuses. */
const restingIn = (...statuses: string[]): Rule<ServerState> => every(settled, unlocked, placed, inStatus(...statuses));

/** A server is deletable only when not in progress (S2 §4). */
export const isDeletable = every(settled, unlocked);
export const isStartable = restingIn('SHUTOFF');
/** The guest is asked; where it does not follow in time, its power is cut. */
export const isStoppable = restingIn('ACTIVE', 'ERROR');
/** Power off without asking the guest; also while a shutdown is waited for. */
export const isPowerOffable: Rule<ServerState> = every(
  (server) => (server.task_state === 'powering-off' ? true : settled(server)),
  unlocked,
  placed,
  inStatus('ACTIVE', 'PAUSED', 'ERROR', 'RESCUE'),
);
/** While a guest that was asked to shut down is waited for. */
export const isStopCancellable: Rule<ServerState> = every(unlocked, ({ task_state: task }) =>
  task === 'powering-off' ? true : no('server_not_stopping'),
);
export const isRebootable = restingIn('ACTIVE');
/** What a hard reboot puts an end to. Later on in a hard reboot, and in all else that goes on, it cannot take its place. */
const CUT_SHORT: ReadonlySet<string | null> = new Set([
  'rebooting',
  'reboot_pending',
  'reboot_started',
  'rebooting_hard',
  'pausing',
  'unpausing',
  'suspending',
  'resuming',
]);
/** The statuses that a server has meanwhile. */
const inCutShort = inStatus('ACTIVE', 'SHUTOFF', 'ERROR', 'REBOOT', 'HARD_REBOOT', 'PAUSED', 'SUSPENDED');
const isHardRebootableAtRest = restingIn('ACTIVE', 'SHUTOFF', 'ERROR');
/** A hard reboot is also the way out of a failed or stopped guest, and of one that does not get through a reboot, pause or suspension. */
export const isHardRebootable: Rule<ServerState> = (server) =>
  CUT_SHORT.has(server.task_state) ? every(unlocked, inCutShort)(server) : isHardRebootableAtRest(server);
export const isPausable = restingIn('ACTIVE');
export const isUnpausable = restingIn('PAUSED');
export const isSuspendable = restingIn('ACTIVE');
export const isResumable = restingIn('SUSPENDED');
export const isShelvable = restingIn('ACTIVE', 'SHUTOFF', 'PAUSED', 'SUSPENDED');
export const isUnshelvable = restingIn('SHELVED', 'SHELVED_OFFLOADED');
export const isRescuable = restingIn('ACTIVE', 'SHUTOFF', 'ERROR');
export const isUnrescuable = restingIn('RESCUE');
export const isRebuildable = restingIn('ACTIVE', 'SHUTOFF', 'ERROR');
export const isRenamable: Rule<ServerState> = (server) =>
  server.task_state === 'deleting' ? no('server_in_progress', { state: 'deleting' }) : true;
/** Whatever goes on with it, but a lock holds it, and neither one that failed nor one whose move waits for a word. */
export const isMetadataChangeable = every(isRenamable, unlocked, inOrOnTheWay('ACTIVE', 'PAUSED', 'SHUTOFF', 'SUSPENDED'));
/** Whatever goes on with it: each node that it holds room on has to offer them. */
export const isPlacementChangeable = every(isRenamable, unlocked);
/** Name and description can be changed nearly always; metadata, and what clouds keep as such, not. */
export const isUpdatable: Rule<ServerState, { metadata?: unknown; tags?: unknown; ha_enabled?: unknown; traits?: unknown }> = (
  server,
  body,
) => {
  if ([body.metadata, body.tags, body.ha_enabled].some((said) => said !== undefined)) return isMetadataChangeable(server);
  return body.traits === undefined ? isRenamable(server) : isPlacementChangeable(server);
};
/** A disk of it grows (S2 §4). */
export const isDiskResizable = restingIn('ACTIVE', 'PAUSED', 'SHUTOFF');
const movesStopped = restingIn('SHUTOFF');
const movesRunning = restingIn('ACTIVE', 'SHUTOFF');
/** What needs a stopped guest; where the cloud stops and starts it for that itself, also of a running one. */
const isMovable: Rule<ServerState> = (server) => (server.allow_running_resize === true ? movesRunning : movesStopped)(server);
/** Another flavor. A running server is resized live, where it allows that. */
export const isResizable = isMovable;
export const isLiveResizable = every<ServerState>(
  (server) => (server.allow_live_resize === true ? true : no('server_no_live_resize')),
  restingIn('ACTIVE'),
);
export const isResizeConfirmable = restingIn('VERIFY_RESIZE');
export const isMigratable = isMovable;
export const isLiveMigratable = every<ServerState>(
  (server) => (server.has_pci_devices === true ? no('server_pci_devices') : true),
  (server) => (hasVgpu(server) ? no('server_vgpu') : true),
  restingIn('ACTIVE', 'PAUSED'),
);
/** While it is on its way: afterwards there is nothing to stop or to hurry. */
export const isMigrationChangeable: Rule<ServerState> = every(unlocked, ({ task_state: task }) =>
  task === 'migrating' ? true : no('server_not_migrating'),
);
/**
 * Only from a node that is down: elsewhere the guest may still be running. Whatever goes on there ends by it, but for a deletion; what is
 * paused, suspended, rescued or shelved, or waits for a word on its move, cannot be brought up as it was.
 */
export const isEvacuable = every<ServerState>(
  unlocked,
  isRenamable,
  (server) => (server.host_status === 'DOWN' || server.host_status === 'UNKNOWN' ? true : no('server_host_up')),
  inOrOnTheWay('ACTIVE', 'SHUTOFF', 'ERROR'),
);
/** The way out of a state that nothing ends. What is gone, or rests without a node, is in none. */
export const isStateResettable: Rule<ServerState> = (server) => {
  if (server.unplaced === true) return placed(server);
  const gone = server.status === 'DELETED' || server.status === 'SOFT_DELETED';
  if (!gone && (server.status !== 'SHELVED_OFFLOADED' || server.task_state !== null)) return true;
  return no('server_status', { status: server.status, needed: 'ERROR' });
};
export const isLockable: Rule<ServerState> = unlocked;
export const isUnlockable: Rule<ServerState> = (server) => (server.locked === true ? true : no('server_not_locked'));
export const isPasswordSettable = every<ServerState>(
  (server) => (server.allow_set_password === true ? true : no('server_no_set_password')),
  restingIn('ACTIVE'),
);
/** A snapshot of its boot disk, as an image. */
export const isImageable = restingIn('ACTIVE', 'SHUTOFF', 'PAUSED', 'SUSPENDED');
const isInterfaceChangeable = restingIn('ACTIVE', 'SHUTOFF', 'PAUSED');
export const isInterfaceAttachable = every<ServerState>(isInterfaceChangeable, ({ networks = [] }) =>
  networks.length < SERVER_LIMITS.interfaces ? true : no('server_interfaces_full', { max: SERVER_LIMITS.interfaces }),
);
/** One that is there is changed or taken away. Hardware addresses are compared without regard to case. */
export const isInterfaceEditable: Rule<ServerState, { mac_addr: string }> = (server, { mac_addr: mac }) => {
  const isThere = (server.networks ?? []).some(({ mac_addr }) => mac_addr.toLowerCase() === mac.toLowerCase());
  return isThere ? isInterfaceChangeable(server) : no('interface_not_attached');
};
export const isVolumeAttachable = every<ServerState>(restingIn('ACTIVE', 'PAUSED', 'SHUTOFF', 'VERIFY_RESIZE'), ({ volumes = [] }) =>
  volumes.length < SERVER_LIMITS.volumes ? true : no('server_volumes_full', { max: SERVER_LIMITS.volumes }),
);
export const isVolumeAttached: Rule<ServerState, { volume_id: string }> = ({ volumes = [] }, { volume_id: id }) =>
  volumes.some((volume) => volume.id === id) ? true : no('volume_not_attached');
/** Id of the volume it boots from: the first one (S2 §3), unless it boots from a disk of its node. */
export const bootVolumeOf = ({ volumes, boots_from_volume }: Pick<ServerState, 'volumes' | 'boots_from_volume'>): string | undefined =>
  boots_from_volume === false ? undefined : volumes?.[0]?.id;
/** A running server is taken off its volume by force: what it has not written yet is lost (S2 §4, decision F7). */
export const isDetachForced = (server: ServerState): boolean => isRunning(server);
const unshelved: Rule<ServerState> = ({ status }) =>
  status === 'SHELVED' || status === 'SHELVED_OFFLOADED'
    ? no('server_status', { status, needed: 'ACTIVE, PAUSED, SHUTOFF, SUSPENDED' })
    : true;
/** Not the boot volume, and not from a shelved server (S2 §4). */
export const isVolumeDetachable: Rule<ServerState, { volume_id: string }> = (server, body) => {
  const attached = isVolumeAttached(server, body);
  if (attached !== true) return attached;
  if (bootVolumeOf(server) === body.volume_id) return no('volume_boot');
  return every(settled, unlocked, unshelved)(server);
};
/** The same as requested: from a running server only by who says that it is by force. A stopped one gives it whatever is said. */
export const isDetachAllowed: Rule<ServerState, { volume_id: string; force?: boolean | undefined }> = (server, body) => {
  const verdict = isVolumeDetachable(server, body);
  if (verdict !== true) return verdict;
  return isDetachForced(server) && body.force !== true ? no('volume_force_needed') : true;
};
/** The statuses with something to see on the screen. */
export const isConsolable: Rule<ServerState> = inStatus('ACTIVE', 'RESCUE', 'PAUSED', 'REBOOT', 'HARD_REBOOT', 'PASSWORD', 'MIGRATING');
