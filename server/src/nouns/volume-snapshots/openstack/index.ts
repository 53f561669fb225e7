import type { RowInput } from '../../../port/store/rows.ts';
import { volumeSnapshots as collection, type CinderSnapshot } from './client.ts';
import { volumeSnapshotCommands } from './commands.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { snapshotJob } from './schedule.ts';
import { one, text } from '../../../engines/openstack/mirror/notice.ts';
import { instant, type MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';

const KIND = 'volume_snapshot';

/** The volume service spells one status in its own way (S2 §4 has the other one). */
const statusOf = (status: string): string => (status === 'backing-up' ? 'backing_up' : status);

async function rowOf({ engine, directory }: MirrorContext, snapshot: CinderSnapshot): Promise<RowInput> {
  const { id, name, description, size, volume_id } = snapshot;
  const status = statusOf(snapshot.status);
  const projectId = snapshot['os-extended-snapshot-attributes:project_id'];
  const domainId = await directory.domainOf(projectId);
  const created_at = instant(snapshot.created_at);
  const owner = { project_id: projectId, domain_id: domainId ?? '' };
  const document = { id, name: name ?? '', description: description || null, status, size, volume_id, created_at, ...owner };
  return { engine, kind: KIND, id, domainId, projectId, userId: null, document };
}

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
