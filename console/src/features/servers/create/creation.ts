import { countOf, type Draft } from './draft.ts';
import type { Creation } from './quota-use.ts';
import type { ChosenThings } from './use-chosen.ts';

/** What a draft takes from the quota. */
export const creationOf = (draft: Draft, chosen: Pick<ChosenThings, 'flavor' | 'image' | 'snapshot'>): Creation => ({
  flavor: chosen.flavor.data,
  image: chosen.image.data,
  snapshot: chosen.snapshot.data,
  volumeGib: draft.volume_size,
  fromVolume: draft.volume_id !== undefined,
  further: draft.volumes.flatMap(({ volume_id: id, size = 0 }) => (id === undefined ? [size] : [])),
  count: countOf(draft),
});
