import { every, no, type Rule } from '../../wire/verdict.ts';
import { ERRORED_STATUSES, IN_PROGRESS_STATUSES, RUNNING_STATUSES, STOPPED_STATUSES } from './statuses.ts';

/** What the rules look at. Both the store's document and the console's entity have it. */
export interface ServerState {
  status: string;
  task_state: string | null;
  locked?: boolean;
  allow_live_resize?: boolean;
  has_pci_devices?: boolean;
  flavor?: { extra_specs?: Record<string, string> };
}

export const isRunning = (server: ServerState): boolean => RUNNING_STATUSES.has(server.status);
export const isStopped = (server: ServerState): boolean => STOPPED_STATUSES.has(server.status);
export const isErrored = (server: ServerState): boolean => ERRORED_STATUSES.has(server.status);
/** Any task state, or a status of the in-progress set (S2 §4). */
export const isInProgress = (server: ServerState): boolean => server.task_state !== null || IN_PROGRESS_STATUSES.has(server.status);
/** Derived from the flavor (decision F17). */
export const hasVgpu = (server: ServerState): boolean =>
  Object.keys(server.flavor?.extra_specs ?? {}).some((key) => key.startsWith('resources:VGPU'));

const settled: Rule<ServerState> = (server) =>
  isInProgress(server) ? no('server_in_progress', { state: server.task_state ?? server.status }) : true;
const unlocked: Rule<ServerState> = (server) => (server.locked === true ? no('server_locked') : true);
const inStatus =
  (...statuses: string[]): Rule<ServerState> =>
  (server) =>
    statuses.includes(server.status) ? true : no('server_status', { status: server.status, needed: statuses.join(', ') });

/** A server is deletable only when not in progress (S2 §4). */
export const isDeletable = every(settled, unlocked);
export const isStartable = every(settled, unlocked, inStatus('SHUTOFF'));
export const isStoppable = every(settled, unlocked, inStatus('ACTIVE', 'ERROR'));
export const isRebootable = every(settled, unlocked, inStatus('ACTIVE'));
/** A hard reboot is also the way out of a failed or stopped guest. */
export const isHardRebootable = every(settled, unlocked, inStatus('ACTIVE', 'SHUTOFF', 'ERROR'));
export const isRenamable: Rule<ServerState> = (server) =>
  server.task_state === 'deleting' ? no('server_in_progress', { state: 'deleting' }) : true;
export const isDiskResizable = inStatus('ACTIVE', 'PAUSED', 'SHUTOFF');
export const isLiveResizable = every<ServerState>(
  (server) => (server.allow_live_resize === true ? true : no('server_no_live_resize')),
  inStatus('ACTIVE'),
);
export const isLiveMigratable = every<ServerState>(
  (server) => (server.has_pci_devices === true ? no('server_pci_devices') : true),
  (server) => (hasVgpu(server) ? no('server_vgpu') : true),
);

/** Statuses that end the wait after an action (S2 §4). A stopped server may also stay stopped after the last three (decision F34). */
const EXPECTED_STATUSES: Readonly<Record<string, readonly string[]>> = {
  stop: ['SHUTOFF', 'STOPPED'],
  resume: ['ACTIVE'],
  reboot: ['ACTIVE'],
  start: ['ACTIVE'],
  unpause: ['ACTIVE'],
  reset: ['ACTIVE', 'SHUTOFF'],
  unshelve: ['ACTIVE'],
  stopMigrate: ['ACTIVE', 'SHUTOFF'],
  evacuate: ['ACTIVE', 'SHUTOFF'],
  suspend: ['SUSPENDED'],
  shelve: ['SHELVED_OFFLOADED'],
};

/** Whether an action has reached its end: the expected status and nothing going on. */
export const hasArrived = (action: string, server: ServerState): boolean =>
  server.task_state === null && (EXPECTED_STATUSES[action] ?? []).includes(server.status);
