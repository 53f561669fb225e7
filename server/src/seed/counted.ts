import { securityGroupKind } from '@gantry/contract/nouns/security-groups/entity';
import { networkKind } from '@gantry/contract/nouns/networks/entity';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { addAmounts, NOTHING_USED } from '../engines/embedded/platform/amounts.ts';
import { amountsOf, releaseQuota } from '../engines/embedded/platform/quotas.ts';
import { FIRST, type Amounts } from '../engines/embedded/platform/records.ts';

/** What came to be counted by quotas after platforms had been filled, with what says that it is. */
const COUNTED = [
  { kind: networkKind, flag: 'networks' },
  { kind: securityGroupKind, flag: 'security_groups' },
] as const;

/** Lets the quotas of a platform that an older version has filled count what there is. Once. */
export async function countKept(platform: Platform): Promise<void> {
  for (const counted of COUNTED) await count(platform, counted);
}

async function count(platform: Platform, { kind, flag }: (typeof COUNTED)[number]): Promise<void> {
  const { id, store, buckets } = platform;
  const seed = await buckets.seed.get(store.records, FIRST);
  if (!seed || seed[flag]) return;
  const used = new Map<string, Amounts>();
  for await (const rows of store.read.sweep(id, kind.name))
    for (const { document } of rows) {
      const { project_id: project } = document;
      if (project !== null) used.set(project, addAmounts(used.get(project) ?? NOTHING_USED, amountsOf(kind, document), -1));
    }
  await platform.change(async (writer) => {
    if ((await buckets.seed.get(writer.records, FIRST))?.[flag]) return;
    // Taken, not given back: however many there are, the limit is for new ones.
    for (const [project, one] of used) await releaseQuota(platform, writer, project, one);
    await buckets.seed.put(writer.records, FIRST, { ...seed, [flag]: true });
  });
}
