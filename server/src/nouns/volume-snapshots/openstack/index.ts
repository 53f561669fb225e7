import { volumeSnapshots as collection, type CinderSnapshot } from './client.ts';
import { volumeSnapshotCommands } from './commands.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { ofProjects } from '../../../engines/openstack/mirror/mapping.ts';
import { snapshotJob } from './schedule.ts';
import { one, text } from '../../../engines/openstack/mirror/notice.ts';
import { instant } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'volume_snapshot';

/** The volume service spells one status in its own way (S2 §4 has the other one). */
const statusOf = (status: string): string => (status === 'backing-up' ? 'backing_up' : status);

const rowOf = ofProjects<CinderSnapshot>(KIND, (one) => one['os-extended-snapshot-attributes:project_id'], {
  name: ({ name }) => name ?? '',
  description: ({ description }) => description || null,
  status: ({ status }) => statusOf(status),
  size: 'size',
  volume_id: 'volume_id',
  created_at: ({ created_at: at }) => instant(at),
});

/** What goes on by itself; a deletion that was put off is seen by the next sweep. */
const MOVING: ReadonlySet<unknown> = new Set(['creating', 'deleting', 'backing_up', 'restoring', 'unmanaging', 'updating']);

/** Snapshots of volumes. */
export const volumeSnapshots: CloudNoun = {
  strategy: ({ volumes: every }) =>
    listedStrategy({ kind: KIND, service: 'volume', every, from: collection, rowOf, inTransition: ({ status }) => MOVING.has(status) }),
  notices: { snapshot: ({ body }) => one(KIND, text(body['snapshot_id'])) },
  commands: volumeSnapshotCommands,
  replicaJob: snapshotJob,
};
