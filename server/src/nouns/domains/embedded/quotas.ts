/** Quotas of domains: set by administrators of the system, read by those of the domain. */
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import type { Quota, QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import type { Records } from '../../../port/store/records.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { addAmounts, NOTHING_USED } from '../../../engines/embedded/platform/amounts.ts';
import { domainRecord } from '../../../engines/embedded/platform/domain-quotas.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { limitsIn, quotaOf, quotaRecord } from '../../../engines/embedded/platform/quotas.ts';
import type { Amounts } from '../../../engines/embedded/platform/records.ts';

/** Projects read at once. */
const PAGE = 200;

/** What all projects of a domain have. Within a change what is committed is all there is. */
async function usedIn(platform: Platform, records: Pick<Records, 'get'>, domainId: string): Promise<Amounts> {
  let sum = NOTHING_USED;
  let marker: string | undefined;
  do {
    const sort = { key: 'name', descending: false };
    const request = { kind: projectKind, visibility: EVERYTHING, filters: {}, sort, limit: PAGE, domainId, marker };
    const page = await platform.store.read.list(request);
    for (const { id, engine } of page.rows)
      if (engine === platform.id) sum = addAmounts(sum, (await quotaRecord(platform, records, id)).used);
    marker = page.marker;
  } while (marker !== undefined);
  return sum;
}

/** Sets limits of a domain; what is not named keeps the one it has. Without any its projects are not counted together any more. */
export async function limitDomain(platform: Platform, writer: Writer, domainId: string, wanted: QuotaUpdate): Promise<void> {
  const given = await limitsIn(platform, wanted);
  const record = await domainRecord(platform, writer.records, domainId);
  const limits = Object.fromEntries(Object.entries({ ...record?.limits, ...given }).filter(([, limit]) => limit >= 0));
  const { domainQuotas } = platform.buckets;
  if (Object.keys(limits).length === 0) return domainQuotas.remove(writer.records, domainId);
  const used = record?.used ?? (await usedIn(platform, writer.records, domainId));
  await domainQuotas.put(writer.records, domainId, { limits, used });
}

/** The wire form; usage only where requested. */
export async function readDomainQuota(platform: Platform, domainId: string, withUsage: boolean): Promise<Quota> {
  const { records } = platform.store;
  const record = await domainRecord(platform, records, domainId);
  const used = record?.used ?? (withUsage ? await usedIn(platform, records, domainId) : NOTHING_USED);
  return quotaOf(platform, { limits: record?.limits ?? {}, used }, withUsage);
}
