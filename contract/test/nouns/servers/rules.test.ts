import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasVgpu,
  isDeletable,
  isDiskResizable,
  isErrored,
  isHardRebootable,
  isInProgress,
  isLiveMigratable,
  isLiveResizable,
  isMigratable,
  isPowerOffable,
  isRebootable,
  isRebuildable,
  isRenamable,
  isRescuable,
  isResizable,
  isRunning,
  isStartable,
  isStateResettable,
  isStopped,
  isStoppable,
  isStuck,
  type ServerState,
} from '../../../src/nouns/servers/rules.ts';
import { hasArrived } from '../../../src/nouns/servers/expected.ts';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '../../../src/nouns/servers/statuses.ts';
import { isYes, type Rule } from '../../../src/wire/rule-result.ts';
import { statusNames } from '../../../src/wire/statuses.ts';

const STATUSES = statusNames(SERVER_STATUSES);
const server = (status: string, more: Partial<ServerState> = {}): ServerState => ({ status, task_state: null, ...more });
/** The statuses, of all twenty-two, for which a question is answered with yes. */
const statusesWhere = (question: (server: ServerState) => boolean): string[] => STATUSES.filter((status) => question(server(status)));
const allowedIn = (rule: Rule<ServerState>): string[] => statusesWhere((item) => isYes(rule(item)));

const RESTING = [
  'ACTIVE',
  'VERIFY_RESIZE',
  'PAUSED',
  'SHELVED',
  'SHELVED_OFFLOADED',
  'SHUTOFF',
  'SUSPENDED',
  'RESCUE',
  'DELETED',
  'ERROR',
  'SOFT_DELETED',
  'UNKNOWN',
  'LIVE_RESIZE',
  'VERIFY_LIVE_RESIZE',
];
const BUSY = ['BUILD', 'HARD_REBOOT', 'MIGRATING', 'PASSWORD', 'REBOOT', 'REBUILD', 'RESIZE', 'REVERT_RESIZE'];

const anyStatus = fc.oneof(fc.constantFrom(...STATUSES), fc.string());
const anyTaskState = fc.oneof(fc.constantFrom(...SERVER_TASK_STATES), fc.string({ minLength: 1 }));

describe('a server whose cloud stops and starts it for a move', () => {
  it('a server whose cloud restarts it for a move is resized or migrated running; any other one only shut off', () => {
    const allowed = (server: object, rule: typeof isResizable) =>
      ['ACTIVE', 'SHUTOFF', 'PAUSED', 'ERROR'].filter((status) => rule({ status, task_state: null, ...server }) === true);
    for (const rule of [isResizable, isMigratable]) {
      expect(allowed({ allow_running_resize: true }, rule)).toEqual(['ACTIVE', 'SHUTOFF']);
      expect(allowed({}, rule)).toEqual(['SHUTOFF']);
    }
  });
});

describe('a server that no node took', () => {
  it('a server that no node took can only be deleted', () => {
    const server = { status: 'ERROR', task_state: null, unplaced: true };
    const refused = { code: 'server_unplaced' };
    for (const rule of [isHardRebootable, isPowerOffable, isStoppable, isRescuable, isRebuildable, isStateResettable])
      expect(rule(server)).toMatchObject(refused);
    expect(isDeletable(server)).toBe(true);
    expect(isHardRebootable({ ...server, unplaced: false })).toBe(true);
  });
});

describe('a locked server', () => {
  it('a locked server says why it is locked, where somebody has said so', () => {
    const server = { status: 'ACTIVE', task_state: null, locked: true };
    expect(isStoppable({ ...server, locked_reason: 'moved on Monday' })).toEqual({
      code: 'server_locked_because',
      params: { why: 'moved on Monday' },
    });
    expect(isStoppable({ ...server, locked_reason: null })).toMatchObject({ code: 'server_locked' });
  });
});

describe('groups of server statuses', () => {
  it('four statuses of a server count as running [server.rule.running]', () => {
    expect(statusesWhere(isRunning).toSorted()).toEqual(['ACTIVE', 'LIVE_RESIZE', 'RESCUE', 'VERIFY_LIVE_RESIZE']);
  });

  it('suspended, paused, shut off and shelved servers count as stopped [server.rule.stopped]', () => {
    expect(statusesWhere(isStopped).toSorted()).toEqual(['PAUSED', 'SHELVED', 'SHELVED_OFFLOADED', 'SHUTOFF', 'SUSPENDED']);
  });

  it('two statuses of a server count as errored [server.rule.errored]', () => {
    expect(statusesWhere(isErrored)).toEqual(['ERROR', 'UNKNOWN']);
  });

  it('no status of a server is in two of the groups', () => {
    const groups = [isRunning, isStopped, isErrored, isInProgress];
    const inTwo = STATUSES.filter((status) => groups.filter((group) => group(server(status))).length > 1);
    expect(inTwo).toEqual([]);
  });

  it('any task state and the in-progress statuses count as a server in progress, nothing else [server.rule.in-progress]', () => {
    expect(statusesWhere(isInProgress).toSorted()).toEqual(BUSY.toSorted());
    expect(statusesWhere((item) => !isInProgress(item)).toSorted()).toEqual(RESTING.toSorted());
    fc.assert(fc.property(anyStatus, anyTaskState, (status, state) => isInProgress(server(status, { task_state: state }))));
  });
});

describe('what a server allows', () => {
  it('a server lets a disk grow in three statuses [server.rule.disk-resize]', () => {
    expect(allowedIn(isDiskResizable).toSorted()).toEqual(['ACTIVE', 'PAUSED', 'SHUTOFF']);
  });

  it('a server is deletable exactly when nothing is going on [server.rule.deletable]', () => {
    expect(allowedIn(isDeletable).toSorted()).toEqual(RESTING.toSorted());
    for (const state of SERVER_TASK_STATES) {
      expect(isDeletable(server('ACTIVE', { task_state: state }))).toEqual({ code: 'server_in_progress', params: { state } });
    }
    expect(isDeletable(server('BUILD'))).toEqual({ code: 'server_in_progress', params: { state: 'BUILD' } });
  });

  it('only an active server that allows it is resized live [server.rule.live-resize]', () => {
    expect(allowedIn((item) => isLiveResizable({ ...item, allow_live_resize: true }))).toEqual(['ACTIVE']);
    expect(allowedIn((item) => isLiveResizable({ ...item, allow_live_resize: false }))).toEqual([]);
    expect(allowedIn(isLiveResizable)).toEqual([]);
  });

  it('a server that has PCI devices or a vGPU is not migrated live [server.rule.live-migration]', () => {
    const vgpu = { extra_specs: { 'resources:VGPU': '1' } };
    expect(isYes(isLiveMigratable(server('ACTIVE')))).toBe(true);
    expect(isLiveMigratable(server('ACTIVE', { has_pci_devices: true }))).toEqual({ code: 'server_pci_devices' });
    expect(isLiveMigratable(server('ACTIVE', { flavor: vgpu }))).toEqual({ code: 'server_vgpu' });
    expect(hasVgpu(server('ACTIVE', { flavor: { extra_specs: { 'hw:cpu_policy': 'dedicated' } } }))).toBe(false);
  });

  it('starts, stops and reboots a server in the statuses where that means something', () => {
    expect(allowedIn(isStartable)).toEqual(['SHUTOFF']);
    expect(allowedIn(isStoppable)).toEqual(['ACTIVE', 'ERROR']);
    expect(allowedIn(isRebootable)).toEqual(['ACTIVE']);
    expect(allowedIn(isHardRebootable)).toEqual(['ACTIVE', 'SHUTOFF', 'ERROR']);
  });

  it('a server can be renamed until it is being deleted', () => {
    fc.assert(fc.property(anyStatus, (status) => isYes(isRenamable(server(status)))));
    expect(isRenamable(server('ACTIVE', { task_state: 'deleting' }))).toEqual({
      code: 'server_in_progress',
      params: { state: 'deleting' },
    });
  });

  it('a server is rebooted hard while it hangs in a reboot, pause or suspension, and in nothing else that goes on', () => {
    const cut = ['rebooting', 'reboot_pending', 'reboot_started', 'rebooting_hard', 'pausing', 'unpausing', 'suspending', 'resuming'];
    for (const task_state of SERVER_TASK_STATES) {
      const allowed = STATUSES.filter((status) => isYes(isHardRebootable(server(status, { task_state }))));
      const all = ['ACTIVE', 'ERROR', 'HARD_REBOOT', 'PAUSED', 'REBOOT', 'SHUTOFF', 'SUSPENDED'];
      expect([task_state, allowed.toSorted()]).toEqual([task_state, cut.includes(task_state) ? all : []]);
      expect(isYes(isHardRebootable(server('REBOOT', { task_state, locked: true })))).toBe(false);
    }
    expect(isHardRebootable(server('REBOOT', { task_state: 'reboot_started', locked: true }))).toEqual({ code: 'server_locked' });
  });

  it('a server is stuck once something has gone on without any change for a quarter of an hour', () => {
    const now = new Date('2026-11-21T12:00:00.000Z');
    const created = '2026-11-21T10:00:00.000Z';
    const at = (status: string, task_state: string | null, updated: string | null) =>
      isStuck({ ...server(status, { task_state }), created, updated }, now);
    expect(at('REBOOT', 'reboot_started', '2026-11-21T11:45:00.000Z')).toBe(true);
    expect(at('REBOOT', 'reboot_started', '2026-11-21T11:45:00.001Z')).toBe(false);
    expect(at('BUILD', null, null)).toBe(true);
    expect(at('ACTIVE', null, created)).toBe(false);
    expect(at('VERIFY_RESIZE', null, created)).toBe(false);
  });

  const acting = { isDeletable, isStartable, isStoppable, isRebootable };
  it.each(Object.entries(acting))('the server rule %s refuses a busy and a locked server, whatever its status', (_, rule) => {
    expect(rule(server('ACTIVE', { locked: true }))).toEqual({ code: 'server_locked' });
    fc.assert(fc.property(anyStatus, anyTaskState, (status, state) => !isYes(rule(server(status, { task_state: state })))));
    fc.assert(fc.property(anyStatus, (status) => !isYes(rule(server(status, { locked: true })))));
  });
});

describe('the end of waiting for an action', () => {
  const endsOn = (action: string): string[] => [...STATUSES, 'STOPPED'].filter((status) => hasArrived(action, server(status)));

  it('waiting for the stop of a server ends with SHUTOFF or STOPPED [server.expected.stop]', () => {
    expect(endsOn('stop').toSorted()).toEqual(['SHUTOFF', 'STOPPED']);
  });

  it('waiting for an action that makes a server run ends with ACTIVE [server.expected.active]', () => {
    for (const action of ['resume', 'reboot', 'start', 'unpause', 'unshelve']) expect(endsOn(action)).toEqual(['ACTIVE']);
    // A stopped server may stay stopped after these three (decision F34).
    for (const action of ['reset', 'stopMigrate', 'evacuate']) expect(endsOn(action)).toEqual(['ACTIVE', 'SHUTOFF']);
  });

  it('waiting for the suspension of a server ends with SUSPENDED [server.expected.suspend]', () => {
    expect(endsOn('suspend')).toEqual(['SUSPENDED']);
  });

  it('waiting for the shelving of a server ends with SHELVED_OFFLOADED [server.expected.shelve]', () => {
    expect(endsOn('shelve')).toEqual(['SHELVED_OFFLOADED']);
  });

  it('waiting for a server action never ends while a task state is left, nor without an expected status', () => {
    expect(hasArrived('stop', server('SHUTOFF', { task_state: 'powering-on' }))).toBe(false);
    fc.assert(fc.property(anyStatus, anyTaskState, (status, state) => !hasArrived('stop', server(status, { task_state: state }))));
    fc.assert(fc.property(anyStatus, (status) => !hasArrived('rename', server(status))));
  });
});
