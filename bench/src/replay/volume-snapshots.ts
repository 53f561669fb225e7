import type { Cloud } from './cloud.ts';
import { refused } from './refusals.ts';
import { listed, type Item, type Json } from './recorded.ts';
import { pageById, tokenIn, type Route } from './reply.ts';
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
  const seenBy = (question: Parameters<typeof tokenIn>[0]) => {
    const { isAdmin, projectId } = tokenIn(question);
    return all.filter((snapshot) => isAdmin || snapshot[PROJECT] === projectId);
  };
  return [
    {
      method: 'GET',
      path: /^\/v3\/[^/]+\/snapshots\/detail$/,
      answer(question) {
        const unknown = (marker: string) => refused(404, 'itemNotFound', `Snapshot ${marker} could not be found.`);
        const snapshots = pageById(seenBy(question), question.query, options.maxLimit, unknown);
        return { items: snapshots.length, body: { snapshots } };
      },
    },
    {
      method: 'GET',
      path: /^\/v3\/[^/]+\/snapshots\/([^/]+)$/,
      answer(question, id = '') {
        const snapshot = seenBy(question).find((one) => one.id === id);
        if (!snapshot) throw refused(404, 'itemNotFound', `Snapshot ${id} could not be found.`);
        return { body: { snapshot } };
      },
    },
  ];
}
