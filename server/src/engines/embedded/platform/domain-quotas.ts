/**
 * Limits of domains, which what their projects have may not pass together. A domain has a record only while it has a limit: then each change
 * of a project is counted there as well; all others cost nothing.
 */
import { GantryError } from '@gantry/contract/wire/errors';
import type { Records } from '../../../port/store/records.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { addAmounts, shortOf } from './amounts.ts';
import type { Platform } from './platform.ts';
import type { Amounts, DomainQuotaRecord } from './records.ts';

/** Limits and usage of a domain; undefined where it has no limit. */
export const domainRecord = (
  { buckets }: Pick<Platform, 'buckets'>,
  records: Pick<Records, 'get'>,
  domainId: string,
): Promise<DomainQuotaRecord | undefined> => buckets.domainQuotas.get(records, domainId);

/**
 * A project has so much more, or less, which counts for its domain. Throws domain_quota_exceeded where that has to be within the domain's
 * limits: with the first resource of which there is not enough.
 */
export async function countInDomain(
  platform: Platform,
  writer: Writer,
  projectId: string,
  amounts: Amounts,
  how: 'within limits' | 'whatever the limits',
): Promise<void> {
  const project = await platform.document(writer, 'project', projectId);
  const record = project && (await domainRecord(platform, writer.records, project.domain_id));
  if (!record) return;
  const used = addAmounts(record.used, amounts);
  const short = how === 'within limits' ? shortOf(record.limits, used, amounts) : undefined;
  if (short !== undefined) throw new GantryError('domain_quota_exceeded', { params: { resource: short } });
  await platform.buckets.domainQuotas.put(writer.records, project.domain_id, { limits: record.limits, used });
}
