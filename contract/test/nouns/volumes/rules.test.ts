import { describe, expect, it } from 'vitest';
import { isSnapshotTakeable, isVolumeErrored, isVolumeInProgress } from '../../../src/nouns/volumes/rules.ts';

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
});
