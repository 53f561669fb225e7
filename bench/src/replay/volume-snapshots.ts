import type { Cloud } from './cloud.ts';
import { reading } from './reading.ts';
import { refused } from './refusals.ts';
import { listed, type Item, type Json } from './recorded.ts';
import { tokenIn, type Route } from './reply.ts';
import { instant, type Volume } from './volumes.ts';

const MODEL = listed<Item>(/snapshots\/detail/, 'snapshots')[0]!;
const PROJECT = 'os-extended-snapshot-attributes:project_id';

const shown = (id: string, { id: volume_id, size, createdAt, projectId }: Volume): Item & Json => {
  const at = instant(createdAt);
  return { ...MODEL, id, volume_id, size, created_at: at, updated_at: at, metadata: {}, [PROJECT]: projectId };
};

/** Cinder's snapshots: there is one, of a volume that the cloud begins with. */
export function volumeSnapshotRoutes({ volumes, chance, options }: Cloud): Route[] {
  const all = volumes.sorted.slice(0, 1).map((volume) => shown(chance.uuid('volume snapshot', 0), volume));
  const path = '/v3/[^/]+/snapshots';
  return reading({
    path,
    details: `${path}/detail`,
    members: ['snapshots', 'snapshot'],
    most: options.maxLimit,
    seenBy(question) {
      const { isAdmin, projectId } = tokenIn(question);
      return all.filter((snapshot) => isAdmin || snapshot[PROJECT] === projectId);
    },
    unknown: (id) => refused(404, 'itemNotFound', `Snapshot ${id} could not be found.`),
  });
}
