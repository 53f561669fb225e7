import { describe, expect, it } from 'vitest';
import { SERVER_STATUSES, SERVER_TASK_STATES } from '../../../src/nouns/servers/statuses.ts';
import { VOLUME_GIB } from '../../../src/constants.ts';
import { volumeCreateBody, volumeExtendBody, volumeUpdateBody } from '../../../src/nouns/volumes/bodies.ts';
import {
  isBackendInternal,
  isBootableSettable,
  isDetachable,
  isGrowth,
  isSnapshotTakeable,
  isVolumeClonable,
  isVolumeDeletable,
  isVolumeErrored,
  isVolumeExtendable,
  isVolumeImageableNow,
  isVolumeInProgress,
  isVolumeInUse,
  isVolumeRenamable,
  isVolumeResettable,
  isVolumeRetypable,
} from '../../../src/nouns/volumes/rules.ts';
import { statusNames } from '../../../src/wire/statuses.ts';

/** All statuses of a volume (S2 §4). */
const STATUSES = [
  'attaching', 'available', 'awaiting-transfer', 'backing-up', 'creating', 'deleted', 'deleting', 'detaching', 'downloading', 'error',
  'error_backing-up', 'error_deleting', 'error_extending', 'error_restoring', 'extending', 'in-use', 'maintenance', 'reserved',
  'restoring-backup', 'retyping', 'reverting', 'uploading',
]; // prettier-ignore
const ERRORED = ['error', 'error_backing-up', 'error_deleting', 'error_extending', 'error_restoring'];
const RESTING = ['available', 'deleted', 'in-use', 'reserved', ...ERRORED];

describe('volumes', () => {
  it('a volume is in progress or errored as the documented sets say [choice.volume-progress-set]', () => {
    expect(STATUSES.filter((status) => isVolumeErrored({ status }))).toEqual(ERRORED);
    const moving = STATUSES.filter((status) => !RESTING.includes(status));
    expect(STATUSES.filter((status) => isVolumeInProgress({ status }))).toEqual(moving);
  });

  it('a volume is in use when a server has it or is about to [volume.rule.in-use]', () => {
    expect(STATUSES.filter((status) => isVolumeInUse({ status }))).toEqual(['in-use', 'reserved']);
  });

  it('a volume can be deleted unless in progress or in use [volume.rule.deletable]', () => {
    expect(STATUSES.filter((status) => isVolumeDeletable({ status }) === true)).toEqual(['available', 'deleted', ...ERRORED]);
    expect(isVolumeDeletable({ status: 'creating' })).toEqual({ code: 'volume_in_progress', params: { volume_status: 'creating' } });
    for (const volume_status of ['in-use', 'reserved'])
      expect(isVolumeDeletable({ status: volume_status })).toEqual({ code: 'volume_in_use', params: { volume_status } });
  });

  it('a volume is cloned unless it is in use by a server that is not shut off, or is an installation medium [volume.rule.clonable]', () => {
    const off = { status: 'SHUTOFF', task_state: null };
    const on = { status: 'ACTIVE', task_state: null };
    const table = [
      ['available', 'raw', [], true],
      ['available', 'iso', [], false],
      ['in-use', 'raw', [off], true],
      ['in-use', 'raw', [on], false],
      ['in-use', 'iso', [off], false],
      ['in-use', 'iso', [on], false],
      ['reserved', 'raw', [on], false],
      ['reserved', 'raw', [off], true],
    ] as const;
    for (const [status, disk_format, servers, expected] of table)
      expect(
        isVolumeClonable({ status, volume_image_metadata: { disk_format } }, servers) === true,
        `${status} ${disk_format} ${servers[0]?.status}`,
      ).toBe(expected);
    expect(isVolumeClonable({ status: 'available', volume_image_metadata: null }, [])).toBe(true);
    expect(isVolumeClonable({ status: 'available', volume_image_metadata: { disk_format: 'iso' } }, [])).toEqual({
      code: 'volume_is_medium',
    });
    const running = { code: 'server_status', params: { status: 'ACTIVE', needed: 'SHUTOFF' } };
    expect(isVolumeClonable({ status: 'in-use' }, [on])).toEqual(running);
    for (const status of ['creating', 'error']) expect(isVolumeClonable({ status }, [])).not.toBe(true);
  });

  it('a volume becomes an image when available, or in use by a server that is shut off', () => {
    expect(isVolumeImageableNow({ status: 'available' }, [])).toBe(true);
    expect(isVolumeImageableNow({ status: 'in-use' }, [{ status: 'SHUTOFF', task_state: null }])).toBe(true);
    expect(isVolumeImageableNow({ status: 'in-use' }, [{ status: 'PAUSED', task_state: null }])).not.toBe(true);
    expect(isVolumeImageableNow({ status: 'uploading' }, [])).toMatchObject({ code: 'volume_in_progress' });
  });

  it('a volume has its state reset when in progress, errored or reserved [volume.rule.resettable]', () => {
    const resting = ['available', 'deleted', 'in-use'];
    expect(STATUSES.filter((status) => isVolumeResettable({ status }) !== true)).toEqual(resting);
  });

  it('a volume changes its policy at rest, and its bootable flag only when no server has it', () => {
    expect(STATUSES.filter((status) => isVolumeRetypable({ status }) === true)).toEqual(['available', 'in-use']);
    expect(STATUSES.filter((status) => isBootableSettable({ status }) === true)).toEqual(['available']);
  });

  it('a volume is on the storage of the cloud when its backend is called vstorage, and outside of it otherwise [volume.backend-internal]', () => {
    expect(isBackendInternal({ volume_backend: 'vstorage' })).toBe(true);
    for (const volume_backend of ['ceph', 'VSTORAGE', '', null]) expect(isBackendInternal({ volume_backend })).toBe(false);
  });

  it('a volume can be renamed unless it is being deleted', () => {
    expect(STATUSES.filter((status) => isVolumeRenamable({ status }) !== true)).toEqual(['deleted', 'deleting']);
  });

  it.each<[string, object, string[]]>([
    ['a size', { size: 1 }, []],
    ['nothing to make it of', {}, ['size required']],
    ['an image', { image_id: 'i' }, []],
    ['an image, a size and a policy', { image_id: 'i', size: 9, storage_policy_id: 'p' }, []],
    ['a snapshot', { snapshot_id: 's' }, []],
    ['an image and a snapshot', { image_id: 'i', snapshot_id: 's' }, ['snapshot_id one_volume_source']],
    ['a snapshot and a policy', { snapshot_id: 's', storage_policy_id: 'p' }, ['storage_policy_id policy_of_source']],
    ['no space', { size: 0 }, ['size too_small']],
    ['more than there may be', { size: VOLUME_GIB.max + 1 }, ['size too_large']],
  ])('a new volume is asked for with %s', (_what, body, expected) => {
    const { error } = volumeCreateBody.safeParse({ name: 'data', ...body });
    expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []).toEqual(expected);
  });

  it('a volume is changed in name or description, and an empty change is refused', () => {
    expect([{ name: 'a' }, { description: '' }].map((body) => volumeUpdateBody.safeParse(body).success)).toEqual([true, true]);
    expect(volumeUpdateBody.safeParse({}).error?.issues[0]?.message).toBe('nothing_to_change');
  });

  it('a snapshot is taken only of a volume at rest whose server is not in progress, shelved or suspended [volume.rule.snapshot]', () => {
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

  it('a volume in use is detached from a server unless the server boots from it or is shelved [volume.rule.detachable]', () => {
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

  it('a volume grows while available, or in use by a server that is active, paused or shut off [server.rule.disk-resize]', () => {
    const server = { status: 'ACTIVE', task_state: null };
    expect(STATUSES.filter((status) => isVolumeExtendable({ status }, []) === true)).toEqual(['available', 'in-use']);
    const inUse = { status: 'in-use' };
    const growing = statusNames(SERVER_STATUSES).filter((status) => isVolumeExtendable(inUse, [{ ...server, status }]) === true);
    expect(growing.toSorted()).toEqual(['ACTIVE', 'PAUSED', 'SHUTOFF']);
    for (const task_state of SERVER_TASK_STATES)
      expect(isVolumeExtendable(inUse, [{ ...server, task_state }])).toEqual({ code: 'server_in_progress', params: { state: task_state } });
    expect(isVolumeExtendable(inUse, [{ ...server, locked: true }])).toEqual({ code: 'server_locked' });
    // Where several have it, all of them count.
    expect(isVolumeExtendable(inUse, [server, { ...server, status: 'SUSPENDED' }])).toMatchObject({ code: 'server_status' });
    expect(isVolumeExtendable({ status: 'extending' }, [server])).toMatchObject({ code: 'volume_in_progress' });
    expect(isVolumeExtendable({ status: 'error_extending' }, [])).toMatchObject({ code: 'wrong_status' });
  });

  it('a volume grows to 1 GiB to 512 TiB, and never shrinks', () => {
    const takes = (size: number) => volumeExtendBody.safeParse({ size }).success;
    expect([0, VOLUME_GIB.min, 1.5, VOLUME_GIB.max, VOLUME_GIB.max + 1].map(takes)).toEqual([false, true, false, true, false]);
    expect([4, 5, 6].map((size) => isGrowth({ size: 5 }, { size }))).toEqual([
      { code: 'too_small', params: { min: 6 } },
      { code: 'too_small', params: { min: 6 } },
      true,
    ]);
  });
});
