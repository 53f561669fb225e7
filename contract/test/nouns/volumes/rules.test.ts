import { describe, expect, it } from 'vitest';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '../../../src/nouns/servers/statuses.ts';
import { VOLUME_GIB } from '../../../src/constants.ts';
import { volumeExtendBody } from '../../../src/nouns/volumes/bodies.ts';
import {
  isDetachable,
  isGrowth,
  isSnapshotTakeable,
  isVolumeErrored,
  isVolumeExtendable,
  isVolumeInProgress,
} from '../../../src/nouns/volumes/rules.ts';

/** All statuses of a volume (S2 §4). */
const STATUSES = [
  'attaching', 'available', 'awaiting-transfer', 'backing-up', 'creating', 'deleted', 'deleting', 'detaching', 'downloading', 'error',
  'error_backing-up', 'error_deleting', 'error_extending', 'error_restoring', 'extending', 'in-use', 'maintenance', 'reserved',
  'restoring-backup', 'retyping', 'reverting', 'uploading',
]; // prettier-ignore
const ERRORED = ['error', 'error_backing-up', 'error_deleting', 'error_extending', 'error_restoring'];
const RESTING = ['available', 'deleted', 'in-use', 'reserved', ...ERRORED];

describe('volumes', () => {
  it('are in progress or errored as the documented sets say [choice.volume-progress-set]', () => {
    expect(STATUSES.filter((status) => isVolumeErrored({ status }))).toEqual(ERRORED);
    const moving = STATUSES.filter((status) => !RESTING.includes(status));
    expect(STATUSES.filter((status) => isVolumeInProgress({ status }))).toEqual(moving);
  });

  it('give a snapshot unless in progress, errored or reserved, or with a server in progress, shelved or suspended [volume.rule.snapshot]', () => {
    const server = { status: 'ACTIVE', task_state: null };
    const takes = (status: string, of?: typeof server | { status: string; task_state: string }) =>
      isSnapshotTakeable({ status }, of) === true;
    expect(STATUSES.filter((status) => takes(status))).toEqual(['available', 'deleted', 'in-use']);
    for (const status of ['ACTIVE', 'SHUTOFF', 'PAUSED', 'RESCUE', 'ERROR']) expect(takes('in-use', { ...server, status })).toBe(true);
    for (const status of ['SHELVED', 'SHELVED_OFFLOADED', 'SUSPENDED', 'REBOOT'])
      expect(takes('in-use', { ...server, status })).toBe(false);
    expect(takes('in-use', { status: 'ACTIVE', task_state: 'powering-off' })).toBe(false);
    expect(isSnapshotTakeable({ status: 'creating' }, undefined)).toMatchObject({ code: 'volume_in_progress' });
    expect(isSnapshotTakeable({ status: 'error' }, undefined)).toMatchObject({ code: 'wrong_status', params: { status: 'error' } });
  });

  it('are taken off a server unless not in use, what it boots from, or the server is shelved [volume.rule.detachable]', () => {
    const volumes = ['boot', 'data'].map((id) => ({ id, delete_on_termination: false, name: id, size: 1 }));
    const server = { status: 'ACTIVE', task_state: null, volumes };
    const data = { id: 'data', status: 'in-use' };
    expect(STATUSES.filter((status) => isDetachable({ ...data, status }, server) === true)).toEqual(['in-use']);
    expect(isDetachable({ ...data, status: 'detaching' }, server)).toMatchObject({ code: 'volume_in_progress' });
    expect(isDetachable({ ...data, id: 'boot' }, server)).toEqual({ code: 'volume_boot' });
    expect(isDetachable({ ...data, id: 'boot' }, { ...server, boots_from_volume: false })).toBe(true);
    expect(isDetachable({ ...data, id: 'another' }, server)).toEqual({ code: 'volume_not_attached' });
    const lets = (status: string) => isDetachable(data, { ...server, status }) === true;
    expect(['ACTIVE', 'PAUSED', 'SHUTOFF', 'SUSPENDED'].filter(lets)).toHaveLength(4);
    expect(['SHELVED', 'SHELVED_OFFLOADED'].filter(lets)).toEqual([]);
  });

  it('grow while available, or in use by a server that is active, paused or shut off [server.rule.disk-resize]', () => {
    const server = { status: 'ACTIVE', task_state: null };
    expect(STATUSES.filter((status) => isVolumeExtendable({ status }, []) === true)).toEqual(['available', 'in-use']);
    const inUse = { status: 'in-use' };
    const growing = SERVER_STATUSES.filter((status) => isVolumeExtendable(inUse, [{ ...server, status }]) === true);
    expect(growing.toSorted()).toEqual(['ACTIVE', 'PAUSED', 'SHUTOFF']);
    for (const task_state of SERVER_TASK_STATES)
      expect(isVolumeExtendable(inUse, [{ ...server, task_state }])).toEqual({ code: 'server_in_progress', params: { state: task_state } });
    expect(isVolumeExtendable(inUse, [{ ...server, locked: true }])).toEqual({ code: 'server_locked' });
    // Where several have it, all of them count.
    expect(isVolumeExtendable(inUse, [server, { ...server, status: 'SUSPENDED' }])).toMatchObject({ code: 'server_status' });
    expect(isVolumeExtendable({ status: 'extending' }, [server])).toMatchObject({ code: 'volume_in_progress' });
    expect(isVolumeExtendable({ status: 'error_extending' }, [])).toMatchObject({ code: 'wrong_status' });
  });

  it('grow to 1 GiB to 512 TiB, and never shrink', () => {
    const takes = (size: number) => volumeExtendBody.safeParse({ size }).success;
    expect([0, VOLUME_GIB.min, 1.5, VOLUME_GIB.max, VOLUME_GIB.max + 1].map(takes)).toEqual([false, true, false, true, false]);
    expect([4, 5, 6].map((size) => isGrowth({ size: 5 }, { size }))).toEqual([
      { code: 'too_small', params: { min: 6 } },
      { code: 'too_small', params: { min: 6 } },
      true,
    ]);
  });
});
