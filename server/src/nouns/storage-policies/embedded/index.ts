import type { StoragePolicyCreate, StoragePolicyUpdate } from '@gantry/contract/nouns/storage-policies/calls';
import { storagePolicyKind } from '@gantry/contract/nouns/storage-policies/entity';
import { redundancyFacts } from '@gantry/contract/nouns/storage-policies/redundancy';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Filter } from '@gantry/contract/wire/query';
import { no } from '@gantry/contract/wire/rule-result';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { sharedWith } from '../../../engines/shared/shared-with.ts';
import type { PolicyDocument } from '../../../engines/embedded/platform/documents.ts';
import { lifecycle, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { forgetPolicy } from '../../../engines/embedded/platform/quotas.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { disksOf } from '../../storage-clusters/embedded/disks.ts';
import { allPolicies, MOST_POLICIES } from '../../../engines/embedded/platform/storage-policies/all.ts';
import { TIERS, USUAL_KEEPING } from '../../../engines/embedded/platform/storage-policies/catalogue.ts';

type Keeping = Pick<StoragePolicyUpdate, 'tier' | 'redundancy' | 'failure_domain'>;

/** Refuses what the storage cannot do: each part of the same data lies on another disk, and a node has one. Throws validation_failed. */
async function assertKept(platform: Platform, { tier, redundancy }: Keeping): Promise<void> {
  if (tier !== undefined && !TIERS.includes(tier)) throw invalid('tier', { code: 'policy_tier' });
  if (redundancy === undefined) return;
  const { places } = redundancyFacts(redundancy);
  const { up, down } = await disksOf(platform);
  const count = up.length + down.length;
  if (places > count) throw invalid('redundancy', { code: 'policy_places', params: { min: places, count } });
}

/** How many volumes are on their way to a policy; until they are there they have the one before. */
async function countRetyping({ store, buckets }: Platform, name: string): Promise<number> {
  const filters: Record<string, Filter> = { status: { operator: 'is', values: ['retyping'] } };
  const sort = { key: 'name', descending: false };
  const { rows } = await store.read.list({ kind: volumeKind, visibility: EVERYTHING, filters, sort, limit: 1000 });
  const changes = await Promise.all(rows.map(({ id }) => buckets.changes.get(store.records, `volume:${id}`)));
  return changes.filter((change) => (change?.details as { policy?: string } | undefined)?.policy === name).length;
}

/** What administrators do with storage policies; all of it is done when accepted. Volumes and quotas know one by its name, which stays. */
export const storagePolicies = (platform: Platform): NounParts =>
  lifecycle<'storage_policy', StoragePolicyCreate, StoragePolicyUpdate>(platform, {
    kind: storagePolicyKind,
    of: 'platform',
    nameTaken: 'storage_policy_name_taken',
    creators: {
      create: async ({ body }, { id }): Promise<PolicyDocument> => {
        await assertKept(platform, body);
        if ((await allPolicies(platform)).length >= MOST_POLICIES)
          throw new GantryError('quota_exceeded', { params: { resource: 'storage_policies' } });
        const { name, description = null, tier, redundancy, failure_domain: apart, limits = {} } = body;
        return {
          id,
          name,
          description,
          is_default: false,
          tier: tier ?? USUAL_KEEPING.tier,
          redundancy: redundancy ?? USUAL_KEEPING.redundancy,
          failure_domain: apart ?? USUAL_KEEPING.failure_domain,
          limits,
        };
      },
    },
    change: async (
      policy,
      { body: { description = policy.description, tier, redundancy, failure_domain: apart, limits = policy.limits } },
    ) => {
      await assertKept(platform, { tier, redundancy });
      return {
        ...policy,
        description,
        tier: tier ?? policy.tier,
        redundancy: redundancy ?? policy.redundancy,
        failure_domain: apart ?? policy.failure_domain,
        limits,
      };
    },
    mayDelete: async ({ name }) => {
      const count = await countRetyping(platform, name);
      return count === 0 ? true : no('still_used_by_volume', { count, names: '' });
    },
    closed: (_, writer, { name }) => forgetPolicy(platform, writer, name),
    sharesOf: () => sharedWith('everyone'),
  });
