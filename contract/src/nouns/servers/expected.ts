import type { ServerState } from './rules.ts';

/**
 * Statuses that end the wait after an action (S2 §4). A stopped server may also stay stopped where two are named (decision F34);
 * those of `pause`, `rescue`, `unrescue`, `rebuild` and of resizing and migrating follow from what these actions are.
 */
const EXPECTED_STATUSES: Readonly<Record<string, readonly string[]>> = {
  stop: ['SHUTOFF', 'STOPPED'],
  powerOff: ['SHUTOFF', 'STOPPED'],
  resume: ['ACTIVE'],
  reboot: ['ACTIVE'],
  start: ['ACTIVE'],
  unpause: ['ACTIVE'],
  reset: ['ACTIVE', 'SHUTOFF'],
  unshelve: ['ACTIVE'],
  stopMigrate: ['ACTIVE', 'SHUTOFF'],
  evacuate: ['ACTIVE', 'SHUTOFF'],
  pause: ['PAUSED'],
  suspend: ['SUSPENDED'],
  shelve: ['SHELVED_OFFLOADED'],
  rescue: ['RESCUE'],
  unrescue: ['ACTIVE', 'SHUTOFF'],
  rebuild: ['ACTIVE', 'SHUTOFF'],
  resize: ['VERIFY_RESIZE'],
  confirmResize: ['ACTIVE', 'SHUTOFF'],
  revertResize: ['ACTIVE', 'SHUTOFF'],
  liveResize: ['ACTIVE'],
  migrate: ['VERIFY_RESIZE'],
  liveMigrate: ['ACTIVE', 'PAUSED'],
};

/** Whether an action has reached its end: the expected status and nothing going on. */
export const hasArrived = (action: string, server: ServerState): boolean =>
  server.task_state === null && (EXPECTED_STATUSES[action] ?? []).includes(server.status);
