import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/index.ts';
import { isInProgress } from '../../src/nouns/servers/rules.ts';
import { SERVER_STATUSES, STATUS_WORDS } from '../../src/nouns/servers/statuses.ts';
import { isVolumeErrored, isVolumeInProgress } from '../../src/nouns/volumes/rules.ts';
import { VOLUME_STATUSES } from '../../src/nouns/volumes/statuses.ts';
import { statusNames, toneOf, type Tone } from '../../src/wire/statuses.ts';

const words = (text: string): string[] => text.split(', ');

/** The statuses that the documents print, by how each looks (S0 §4, S1 §3, S2 §3 and §4; screens 0.5). */
const PRINTED: Readonly<Record<string, Partial<Record<Tone, string>>>> = {
  server: {
    ok: 'ACTIVE, LIVE_RESIZE, VERIFY_LIVE_RESIZE',
    progress: 'BUILD, HARD_REBOOT, MIGRATING, PASSWORD, REBOOT, REBUILD, RESIZE, REVERT_RESIZE',
    warning: 'VERIFY_RESIZE, PAUSED, RESCUE',
    error: 'ERROR',
    neutral: 'SHELVED, SHELVED_OFFLOADED, SHUTOFF, SUSPENDED, DELETED, SOFT_DELETED, UNKNOWN',
  },
  volume: {
    ok: 'available, in-use',
    progress:
      'attaching, awaiting-transfer, backing-up, creating, deleting, detaching, downloading, extending, restoring-backup, retyping, reverting, uploading',
    warning: 'maintenance',
    error: 'error, error_backing-up, error_deleting, error_extending, error_restoring',
    neutral: 'deleted, reserved',
  },
  volume_snapshot: {
    ok: 'available',
    progress: 'backing_up, creating, deleting, restoring, unmanaging, updating, delete_pending',
    warning: 'delete_paused',
    error: 'error, error_deleting',
    neutral: 'deleted',
  },
  image: {
    ok: 'active',
    progress: 'queued, uploading, saving, importing',
    error: 'killed',
    neutral: 'deleted, pending_delete, deactivated',
  },
  network: { ok: 'ACTIVE', progress: 'BUILD', error: 'ERROR', neutral: 'DOWN' },
  router: { ok: 'ACTIVE', error: 'ERROR', neutral: 'DOWN' },
  floating_ip: { ok: 'ACTIVE', error: 'ERROR', neutral: 'DOWN' },
  load_balancer: {
    ok: 'ACTIVE',
    progress: 'CREATING, CONFIGURING, DELETING',
    error: 'ERROR, DEPLOYMENT_FAILED',
    neutral: 'DISABLED',
  },
  load_balancer_pool: { ok: 'ACTIVE', progress: 'CREATING, CONFIGURING, DELETING', error: 'ERROR' },
  vpn_connection: {
    ok: 'ACTIVE',
    progress: 'BUILD, PENDING_CREATE, PENDING_UPDATE, PENDING_DELETE',
    error: 'ERROR',
    neutral: 'DOWN',
  },
  vpn_service: {
    ok: 'ACTIVE',
    progress: 'BUILD, PENDING_CREATE, PENDING_UPDATE, PENDING_DELETE',
    error: 'ERROR',
    neutral: 'DOWN',
  },
  compute_cluster: {
    ok: 'active',
    progress: 'deploying, destroying, reconfiguring',
    warning: 'warning',
    error: 'critical, error',
    neutral: 'absent',
  },
  node: {
    ok: 'healthy',
    progress: 'joining, releasing, reconfiguring, recovering',
    warning: 'maintenance, warning',
    error: 'critical, offline, recovery failed',
    neutral: 'disabled',
  },
  storage_cluster: { ok: 'healthy', warning: 'degraded, warning', error: 'unavailable, error', neutral: 'unknown' },
  task: {
    ok: 'success',
    progress: 'starting, running, cancelling, scheduled',
    warning: 'paused',
    error: 'failed, aborted',
    neutral: 'cancelled',
  },
};

describe('the statuses of every kind', () => {
  const stated = [...kinds.values()].filter(({ status }) => status);

  it('statuses are declared for each kind that has some', () => {
    expect(stated.map(({ name }) => name).toSorted()).toEqual(Object.keys(PRINTED).toSorted());
  });

  it.each(stated.map((kind) => [kind.name, kind.status!] as const))(
    'the statuses of a %s are those of the documents, each with its tone',
    (name, { of }) => {
      const printed = Object.entries(PRINTED[name]!).flatMap(([tone, statuses]) =>
        words(statuses).map((status) => [status, tone] as const),
      );
      expect(of).toEqual(Object.fromEntries(printed));
    },
  );

  it('a status looks neutral where nobody has declared it, whatever it is called', () => {
    for (const status of ['newer', 'growing', 'active', '', 'toString', '__proto__'])
      expect(toneOf(SERVER_STATUSES, status)).toBe('neutral');
  });
});

describe('what goes on', () => {
  it('a server or a volume in progress outside maintenance has the tone of progress, and a failed volume that of an error', () => {
    for (const status of statusNames(SERVER_STATUSES))
      expect(toneOf(SERVER_STATUSES, status) === 'progress', status).toBe(isInProgress({ status, task_state: null }));
    for (const status of statusNames(VOLUME_STATUSES)) {
      // Something goes on with one in maintenance too, which wants to be looked at.
      expect(toneOf(VOLUME_STATUSES, status) === 'progress' || status === 'maintenance', status).toBe(isVolumeInProgress({ status }));
      expect(toneOf(VOLUME_STATUSES, status) === 'error', status).toBe(isVolumeErrored({ status }));
    }
  });

  it('each server status stands under the word that S2 §4 gives it', () => {
    expect(Object.fromEntries(Object.entries(STATUS_WORDS).map(([word, of]) => [word, Object.keys(of).toSorted()]))).toEqual({
      running: words('ACTIVE, LIVE_RESIZE, RESCUE, VERIFY_LIVE_RESIZE'),
      stopped: words('PAUSED, SHELVED, SHELVED_OFFLOADED, SHUTOFF, SUSPENDED'),
      errored: words('ERROR, UNKNOWN'),
      'in-progress': words('BUILD, HARD_REBOOT, MIGRATING, PASSWORD, REBOOT, REBUILD, RESIZE, REVERT_RESIZE'),
      other: words('DELETED, SOFT_DELETED, VERIFY_RESIZE'),
    });
  });
});
