import { countOf, type Draft } from './draft.ts';
import type { Creation } from './quota-use.ts';
import type { ChosenThings } from './use-chosen.ts';

/** What a draft takes from the quota. */
export const creationOf = (draft: Draft, chosen: Pick<ChosenThings, 'flavor' | 'image' | 'snapshot' | 'snapshots'>): Creation => ({
  flavor: chosen.flavor.data,
  image: chosen.image.data,
  snapshot: chosen.snapshot.data,
  volumeGib: draft.volume_size,
  fromVolume: draft.volume_id !== undefined,
  further: draft.volumes.flatMap(({ volume_id: id, snapshot_id: of, size }) =>
    id === undefined ? [size ?? chosen.snapshots.find((snapshot) => snapshot.id === of)?.size ?? 0] : [],
  ),
  count: countOf(draft),
});
