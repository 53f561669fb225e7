import { Collection } from './collection.ts';
import type { Cloud } from './cloud.ts';
import { collectionRoutes } from './collection-routes.ts';
import { refused } from './refusals.ts';
import { listed, type Item, type Json } from './recorded.ts';
import type { Route } from './reply.ts';
import { instant, type Volume } from './volumes.ts';

const MODEL = listed<Item>(/snapshots\/detail/, 'snapshots')[0]!;
const PROJECT = 'os-extended-snapshot-attributes:project_id';

const ofVolume = ({ id: volume_id, size, projectId }: Volume, at: string): Json => ({
  ...MODEL,
  volume_id,
  size,
  created_at: at,
  updated_at: at,
  metadata: {},
  [PROJECT]: projectId,
});

/** Cinder's snapshots: at first there is one, of a volume that the cloud begins with. */
export function volumeSnapshotRoutes(cloud: Cloud): Route[] {
  const { volumes, chance, options } = cloud;
  const items = volumes.sorted
    .slice(0, 1)
    .map((volume) => ({ ...ofVolume(volume, instant(volume.createdAt)), id: chance.uuid('volume snapshot', 0) }));
  const kept = new Collection({
    members: ['snapshots', 'snapshot'],
    items,
    make: ({ volume_id: id }) => ({ ...ofVolume(volumes.get(String(id))!, instant(Date.now())), status: 'creating' }),
  });
  const path = '/v3/[^/]+/snapshots';
  return collectionRoutes(kept, {
    path,
    details: `${path}/detail`,
    most: options.maxLimit,
    owner: PROJECT,
    made: 202,
    removed: 202,
    wanted(_question, { force: _force, ...wanted }) {
      if (!volumes.get(String(wanted['volume_id']))) throw refused(404, 'itemNotFound', 'Volume could not be found.');
      return wanted;
    },
    follow(what, { id }) {
      if (what === 'removed') kept.change(id, { status: 'deleting' });
      cloud.later(options.act, () => void (what === 'made' ? kept.change(id, { status: 'available' }) : kept.remove(id)));
      return what === 'made';
    },
    unknown: (id) => refused(404, 'itemNotFound', `Snapshot ${id} could not be found.`),
  });
}
