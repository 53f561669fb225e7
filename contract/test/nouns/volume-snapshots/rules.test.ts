import { describe, expect, it } from 'vitest';
import {
  isRevertable,
  isSnapshotBootable,
  isSnapshotDeletable,
  isSnapshotRenamable,
  isSnapshotResettable,
} from '../../../src/nouns/volume-snapshots/rules.ts';
import { SNAPSHOT_STATUSES } from '../../../src/nouns/volume-snapshots/statuses.ts';
import { statusNames } from '../../../src/wire/statuses.ts';

const STATUSES = statusNames(SNAPSHOT_STATUSES);
const allowed = (rule: typeof isSnapshotDeletable) => STATUSES.filter((status) => rule({ status, bootable: true }) === true);

describe('volume snapshots', () => {
  it('a volume snapshot can be deleted at rest, and renamed until it is being deleted', () => {
    expect(allowed(isSnapshotDeletable)).toEqual(['available', 'error']);
    const going = ['deleting', 'deleted', 'delete_pending', 'delete_paused'];
    expect(allowed(isSnapshotRenamable)).toEqual(STATUSES.filter((status) => !going.includes(status)));
  });

  it('a volume goes back to its newest snapshot, when nobody writes to the volume', () => {
    const snapshot = { status: 'available', size: 3 };
    const available = { volume: { status: 'available', size: 3 }, servers: [], newest: true };
    const inUse = (status: string) => ({ ...available, volume: { status: 'in-use', size: 3 }, servers: [{ status, task_state: null }] });
    expect(isRevertable(snapshot, available)).toBe(true);
    expect(isRevertable(snapshot, inUse('SHUTOFF'))).toBe(true);
    expect(isRevertable(snapshot, inUse('ACTIVE'))).toMatchObject({ code: 'server_status' });
    expect(isRevertable({ ...snapshot, status: 'error' }, available)).toMatchObject({ code: 'wrong_status' });
    expect(isRevertable(snapshot, { ...available, newest: false })).toEqual({ code: 'snapshot_not_newest' });
    expect(isRevertable(snapshot, { ...available, volume: { status: 'available', size: 4 } })).toEqual({ code: 'snapshot_of_other_size' });
    expect(isRevertable(snapshot, { ...available, volume: { status: 'reverting', size: 3 } })).toMatchObject({
      code: 'volume_in_progress',
    });
  });

  it('a volume snapshot has its state reset unless it rests already', () => {
    expect(allowed(isSnapshotResettable)).toEqual(STATUSES.filter((status) => status !== 'available' && status !== 'deleted'));
  });

  it('boots only from a complete snapshot of a volume that can be booted from', () => {
    expect(allowed(isSnapshotBootable)).toEqual(['available']);
    expect(isSnapshotBootable({ status: 'creating', bootable: true })).toEqual({
      code: 'snapshot_not_available',
      params: { status: 'creating' },
    });
    for (const bootable of [false, null])
      expect(isSnapshotBootable({ status: 'available', bootable })).toEqual({ code: 'snapshot_not_bootable' });
  });
});
