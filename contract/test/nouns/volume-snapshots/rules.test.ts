import { describe, expect, it } from 'vitest';
import {
  isSnapshotBootable,
  isSnapshotDeletable,
  isSnapshotRenamable,
  SNAPSHOT_STATUSES,
} from '../../../src/nouns/volume-snapshots/rules.ts';

const allowed = (rule: typeof isSnapshotDeletable) => SNAPSHOT_STATUSES.filter((status) => rule({ status, bootable: true }) === true);

describe('volume snapshots', () => {
  it('are deleted at rest, and renamed until they are on their way out', () => {
    expect(allowed(isSnapshotDeletable)).toEqual(['available', 'error']);
    const going = ['deleting', 'deleted', 'delete_pending', 'delete_paused'];
    expect(allowed(isSnapshotRenamable)).toEqual(SNAPSHOT_STATUSES.filter((status) => !going.includes(status)));
  });

  it('are booted from when complete, and of a volume that can be booted from', () => {
    expect(allowed(isSnapshotBootable)).toEqual(['available']);
    expect(isSnapshotBootable({ status: 'creating', bootable: true })).toEqual({
      code: 'snapshot_not_available',
      params: { status: 'creating' },
    });
    for (const bootable of [false, null])
      expect(isSnapshotBootable({ status: 'available', bootable })).toEqual({ code: 'snapshot_not_bootable' });
  });
});
