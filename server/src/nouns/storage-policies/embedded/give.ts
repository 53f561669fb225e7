import { sharedWith } from '../../../engines/shared/shared-with.ts';
import type { PolicyDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { FIRST } from '../../../engines/embedded/platform/records.ts';
import { rowOf } from '../../../engines/embedded/platform/rows.ts';
import { idOf } from '../../../engines/embedded/platform/ids.ts';
import { DEFAULT_POLICY, POLICIES, USUAL_KEEPING } from '../../../engines/embedded/platform/storage-policies/catalogue.ts';

/**
 * Gives a platform the storage policies that it begins with, and says how those keep their data that an older version made. Once: what becomes
 * of them stays.
 */
export async function givePolicies(platform: Platform): Promise<void> {
  const { id: engine, store, buckets } = platform;
  if ((await buckets.seed.get(store.records, FIRST))?.policies) return;
  await platform.change(async (writer) => {
    const seed = await buckets.seed.get(writer.records, FIRST);
    if (!seed || seed.policies) return;
    const ids = POLICIES.map(({ name }) => idOf(engine, 'storage_policy', name));
    const there = await writer.getMany(engine, 'storage_policy', ids);
    const documents = POLICIES.map(({ name, description }, index): PolicyDocument => {
      const [id, row] = [ids[index]!, there.get(ids[index]!)];
      const before = row ? row.document : { id, name, description, is_default: name === DEFAULT_POLICY };
      return { limits: {}, ...before, ...USUAL_KEEPING };
    });
    const shares = sharedWith('everyone');
    await writer.putMany(documents.map((document) => rowOf(platform, 'storage_policy', document, { shares })));
    await buckets.seed.put(writer.records, FIRST, { ...seed, policies: true });
  });
}
