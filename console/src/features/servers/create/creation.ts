import type { StoragePolicy } from '@gantry/contract/nouns/storage-policies/entity';
import { countOf, type Draft } from './draft.ts';
import type { Creation } from './quota-use.ts';
import { snapshotOf, type ChosenResources } from './use-chosen.ts';

/** Name of the storage policy that a volume has of which `id` is chosen, or nothing. */
const policyName = (policies: readonly StoragePolicy[], id: string | undefined): string | undefined =>
  policies.find((policy) => (id === undefined ? policy.is_default : policy.id === id))?.name;

/** What a draft takes from the quota. */
export function creationOf(
  draft: Draft,
  chosen: Pick<ChosenResources, 'flavor' | 'image' | 'snapshot' | 'snapshots' | 'policies' | 'ownDisks'>,
): Creation {
  const { flavor, image, snapshot, policies, ownDisks } = chosen;
  // An image without data names volumes, which are made with the server.
  const ofImage = draft.image_id !== undefined && image.data?.size !== 0;
  const asksVolume = (draft.volume_size ?? draft.storage_policy_id) !== undefined || !draft.delete_on_termination;
  /** One made of a snapshot has the policy of that one's volume. */
  const policyOf = (source: { storage_policy_name: string | null } | undefined, id: string | undefined) =>
    source ? (source.storage_policy_name ?? undefined) : policyName(policies, id);
  return {
    flavor: flavor.data,
    image: image.data,
    snapshot: snapshot.data,
    volumeGib: draft.volume_size,
    policy: policyOf(snapshot.data, draft.storage_policy_id),
    fromVolume: draft.volume_id !== undefined,
    ownDisk: ownDisks && ofImage && !asksVolume,
    further: draft.volumes.flatMap((row) => {
      if (row.volume_id !== undefined) return [];
      const source = snapshotOf(chosen, row);
      return [{ gib: row.size ?? source?.size ?? 0, policy: policyOf(source, row.storage_policy_id) }];
    }),
    count: countOf(draft),
  };
}
