import type { Document } from '../../../store/port/rows.ts';
import type { NetworkDocument, SecurityGroupDocument } from '../platform/documents.ts';
import type { Platform } from '../platform/platform.ts';
import { addAmounts, NOTHING_USED } from '../platform/amounts.ts';
import { releaseQuota } from '../platform/quotas.ts';
import type { Amounts, SeedRecord } from '../platform/records.ts';
import { amountsOfGroup } from '../nouns/security-groups/rules.ts';
import { FIRST } from './plan.ts';

interface Counted {
  kind: 'network' | 'security_group';
  /** Says that what an older version had not counted is counted. */
  flag: keyof SeedRecord & ('networks' | 'security_groups');
  /** Taken back from the quota: however many there are, the limit is for new ones. */
  amounts(document: Document): Amounts;
}

/** What came to be counted by quotas after platforms had been filled. */
const COUNTED: readonly Counted[] = [
  { kind: 'network', flag: 'networks', amounts: () => ({ networks: -1 }) },
  {
    kind: 'security_group',
    flag: 'security_groups',
    amounts: (document) => addAmounts(NOTHING_USED, amountsOfGroup(document as SecurityGroupDocument), -1),
  },
];

/** Lets the quotas of a platform that an older version has filled count what there is. Once. */
export async function countKept(platform: Platform): Promise<void> {
  for (const counted of COUNTED) await count(platform, counted);
}

async function count(platform: Platform, { kind, flag, amounts }: Counted): Promise<void> {
  const { id, store, buckets } = platform;
  const seed = await buckets.seed.get(store.records, FIRST);
  if (!seed || seed[flag]) return;
  const used = new Map<string, Amounts>();
  for await (const rows of store.read.sweep(id, kind))
    for (const { document } of rows) {
      const { project_id: project } = document as NetworkDocument | SecurityGroupDocument;
      if (project !== null) used.set(project, addAmounts(used.get(project) ?? NOTHING_USED, amounts(document)));
    }
  await platform.change(async (writer) => {
    if ((await buckets.seed.get(writer.records, FIRST))?.[flag]) return;
    for (const [project, one] of used) await releaseQuota(platform, writer, project, one);
    await buckets.seed.put(writer.records, FIRST, { ...seed, [flag]: true });
  });
}
