import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from '../../../src/nouns/servers/rules.ts';
import type { ServerState } from '../../../src/nouns/servers/rules.ts';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '../../../src/nouns/servers/statuses.ts';
import { isYes, type Rule } from '../../../src/wire/rule-result.ts';
import { statusNames } from '../../../src/wire/statuses.ts';

const STATUSES = statusNames(SERVER_STATUSES);
/** A server that allows all that a server may allow. */
const server = (status: string, more: Partial<ServerState> = {}): ServerState => ({
  status,
  task_state: null,
  allow_live_resize: true,
  allow_set_password: true,
  host_status: 'UP',
  ...more,
});
const allowedIn = (rule: Rule<ServerState>): string[] => STATUSES.filter((status) => isYes(rule(server(status)))).toSorted();

/** What is allowed while something goes on, because it is the way out of that. */
const WAYS_OUT: Readonly<Record<string, readonly string[]>> = {
  isPowerOffable: ['powering-off'],
  isHardRebootable: ['rebooting', 'reboot_pending', 'reboot_started', 'rebooting_hard', 'pausing', 'unpausing', 'suspending', 'resuming'],
};

/** What may be done in which status, while nothing goes on (S2 §4). */
const TABLE: readonly [string, Rule<ServerState>, string][] = [
  ['isStartable', rules.isStartable, 'SHUTOFF'],
  ['isStoppable', rules.isStoppable, 'ACTIVE ERROR'],
  ['isPowerOffable', rules.isPowerOffable, 'ACTIVE ERROR PAUSED RESCUE'],
  ['isRebootable', rules.isRebootable, 'ACTIVE'],
  ['isHardRebootable', rules.isHardRebootable, 'ACTIVE ERROR SHUTOFF'],
  ['isPausable', rules.isPausable, 'ACTIVE'],
  ['isUnpausable', rules.isUnpausable, 'PAUSED'],
  ['isSuspendable', rules.isSuspendable, 'ACTIVE'],
  ['isResumable', rules.isResumable, 'SUSPENDED'],
  ['isShelvable', rules.isShelvable, 'ACTIVE PAUSED SHUTOFF SUSPENDED'],
  ['isUnshelvable', rules.isUnshelvable, 'SHELVED SHELVED_OFFLOADED'],
  ['isRescuable', rules.isRescuable, 'ACTIVE ERROR SHUTOFF'],
  ['isUnrescuable', rules.isUnrescuable, 'RESCUE'],
  ['isRebuildable', rules.isRebuildable, 'ACTIVE ERROR SHUTOFF'],
  ['isResizable', rules.isResizable, 'SHUTOFF'],
  ['isResizeConfirmable', rules.isResizeConfirmable, 'VERIFY_RESIZE'],
  ['isLiveResizable', rules.isLiveResizable, 'ACTIVE'],
  ['isMigratable', rules.isMigratable, 'SHUTOFF'],
  ['isLiveMigratable', rules.isLiveMigratable, 'ACTIVE PAUSED'],
  ['isPasswordSettable', rules.isPasswordSettable, 'ACTIVE'],
  ['isImageable', rules.isImageable, 'ACTIVE PAUSED SHUTOFF SUSPENDED'],
  ['isInterfaceAttachable', rules.isInterfaceAttachable, 'ACTIVE PAUSED SHUTOFF'],
  ['isVolumeAttachable', rules.isVolumeAttachable, 'ACTIVE PAUSED SHUTOFF VERIFY_RESIZE'],
];

describe('what may be done to a server', () => {
  it.each(TABLE)('the server rule %s allows the statuses of the table and no others', (_, rule, statuses) => {
    expect(allowedIn(rule)).toEqual(statuses.split(' '));
  });

  it.each(TABLE)('the server rule %s refuses a deleted server with its status and the statuses that the rule needs', (_, rule) => {
    const verdict = rule(server('DELETED'));
    const needed = (verdict === true ? undefined : verdict.params?.['needed']) ?? '';
    expect(verdict).toEqual({ code: 'server_status', params: { status: 'DELETED', needed } });
    expect(String(needed).split(', ').toSorted()).toEqual(allowedIn(rule));
  });

  it.each(TABLE)('the server rule %s refuses a locked server, and a busy one unless the action is the way out', (name, rule, statuses) => {
    for (const status of statuses.split(' ')) {
      expect(rule(server(status, { locked: true }))).toEqual({ code: 'server_locked' });
      for (const state of SERVER_TASK_STATES) {
        const isOut = WAYS_OUT[name]?.includes(state) === true;
        const busy = { code: 'server_in_progress', params: { state } };
        expect(rule(server(status, { task_state: state }))).toEqual(isOut ? true : busy);
      }
    }
  });

  it('powers off a server while a shutdown is waited for, but no locked server', () => {
    expect(rules.isPowerOffable(server('ACTIVE', { task_state: 'powering-off' }))).toBe(true);
    expect(rules.isPowerOffable(server('ACTIVE', { task_state: 'powering-off', locked: true }))).toEqual({ code: 'server_locked' });
    expect(rules.isPowerOffable(server('SHUTOFF', { task_state: 'powering-off' }))).toMatchObject({ code: 'server_status' });
  });

  it('resizes a server live, and sets its password, only where the server allows it', () => {
    for (const allowed of [false, undefined]) {
      const plain = {
        status: 'ACTIVE',
        task_state: null,
        ...(allowed !== undefined && { allow_live_resize: allowed, allow_set_password: allowed }),
      };
      expect(rules.isLiveResizable(plain)).toEqual({ code: 'server_no_live_resize' });
      expect(rules.isPasswordSettable(plain)).toEqual({ code: 'server_no_set_password' });
    }
  });

  it('evacuates a server only from a node that is down, whatever else goes on there but a deletion', () => {
    const never = ['PAUSED', 'SUSPENDED', 'RESCUE', 'VERIFY_RESIZE', 'REVERT_RESIZE', 'SHELVED', 'SHELVED_OFFLOADED', 'BUILD', 'UNKNOWN'];
    for (const status of STATUSES) {
      const isNever = [...never, 'DELETED', 'SOFT_DELETED'].includes(status);
      const refusal = { code: 'server_status', params: { status, needed: 'ACTIVE, SHUTOFF, ERROR' } };
      for (const host_status of ['DOWN', 'UNKNOWN'])
        expect(rules.isEvacuable(server(status, { host_status }))).toEqual(isNever ? refusal : true);
      for (const host_status of ['UP', 'MAINTENANCE', null])
        expect(rules.isEvacuable(server(status, { host_status }))).toEqual({ code: 'server_host_up' });
    }
    const down = { host_status: 'DOWN' };
    expect(rules.isEvacuable(server('ACTIVE', { ...down, task_state: 'powering-off' }))).toBe(true);
    expect(rules.isEvacuable(server('ACTIVE', { ...down, task_state: 'deleting' }))).toMatchObject({ code: 'server_in_progress' });
    expect(rules.isEvacuable(server('ACTIVE', { ...down, locked: true }))).toEqual({ code: 'server_locked' });
  });

  it('refuses new metadata for a locked, failed, rescued or shelved server, or one with a resize to confirm', () => {
    const never = ['RESCUE', 'VERIFY_RESIZE', 'REVERT_RESIZE', 'SHELVED', 'SHELVED_OFFLOADED', 'BUILD', 'ERROR', 'UNKNOWN'];
    const body = { metadata: {} };
    for (const status of STATUSES) {
      const isNever = [...never, 'DELETED', 'SOFT_DELETED'].includes(status);
      const refusal = { code: 'server_status', params: { status, needed: 'ACTIVE, PAUSED, SHUTOFF, SUSPENDED' } };
      expect(rules.isUpdatable(server(status), body)).toEqual(isNever ? refusal : true);
      expect(rules.isUpdatable(server(status, { locked: true }), {})).toBe(true);
      if (!isNever) expect(rules.isUpdatable(server(status, { locked: true }), body)).toEqual({ code: 'server_locked' });
    }
    expect(rules.isUpdatable(server('ACTIVE', { task_state: 'image_uploading' }), body)).toBe(true);
    expect(rules.isUpdatable(server('ACTIVE', { task_state: 'deleting' }), body)).toMatchObject({ code: 'server_in_progress' });
  });

  it('the state of a server can be reset unless it is deleted, or rests shelved on no node', () => {
    const never = ['DELETED', 'SOFT_DELETED'];
    for (const state of [null, ...SERVER_TASK_STATES]) {
      const allowed = STATUSES.filter((status) => isYes(rules.isStateResettable(server(status, { task_state: state }))));
      const refused = state === null ? [...never, 'SHELVED_OFFLOADED'] : never;
      expect(allowed).toEqual(STATUSES.filter((status) => !refused.includes(status)));
    }
    expect(isYes(rules.isStateResettable(server('BUILD', { locked: true })))).toBe(true);
  });

  it('locks and unlocks a server whatever goes on with it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), fc.option(fc.constantFrom(...SERVER_TASK_STATES)), (status, task_state) => {
        expect(rules.isLockable(server(status, { task_state }))).toBe(true);
        expect(rules.isLockable(server(status, { task_state, locked: true }))).toEqual({ code: 'server_locked' });
        expect(rules.isUnlockable(server(status, { task_state, locked: true }))).toBe(true);
        expect(rules.isUnlockable(server(status, { task_state }))).toEqual({ code: 'server_not_locked' });
      }),
    );
  });

  it('a server has a screen to show in seven statuses', () => {
    expect(allowedIn(rules.isConsolable)).toEqual(['ACTIVE', 'HARD_REBOOT', 'MIGRATING', 'PASSWORD', 'PAUSED', 'REBOOT', 'RESCUE']);
  });

  it('a volume of a running server is detached by force only', () => {
    const forced = STATUSES.filter((status) => rules.isDetachForced(server(status)));
    expect(forced.toSorted()).toEqual(['ACTIVE', 'LIVE_RESIZE', 'RESCUE', 'VERIFY_LIVE_RESIZE']);
    const volumes = [{ id: 'boot' }, { id: 'data' }];
    for (const status of STATUSES) {
      const detach = (force?: boolean) => rules.isDetachAllowed(server(status, { volumes }), { volume_id: 'data', force });
      const state = rules.isVolumeDetachable(server(status, { volumes }), { volume_id: 'data' });
      const plain = state === true && forced.includes(status) ? { code: 'volume_force_needed' } : state;
      expect([detach(), detach(false), detach(true)]).toEqual([plain, plain, state]);
    }
  });
});
