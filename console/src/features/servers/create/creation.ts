import { countOf, type Draft } from './draft.ts';
import type { Creation } from './quota-use.ts';
import { snapshotOf, type ChosenThings } from './use-chosen.ts';

/** What a draft takes from the quota. */
export const creationOf = (draft: Draft, chosen: Pick<ChosenThings, 'flavor' | 'image' | 'snapshot' | 'snapshots'>): Creation => ({
  flavor: chosen.flavor.data,
  image: chosen.image.data,
  snapshot: chosen.snapshot.data,
  volumeGib: draft.volume_size,
  fromVolume: draft.volume_id !== undefined,
  further: draft.volumes.flatMap((row) => (row.volume_id === undefined ? [row.size ?? snapshotOf(chosen, row)?.size ?? 0] : [])),
  count: countOf(draft),
});
