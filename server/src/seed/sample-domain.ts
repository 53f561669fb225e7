import type { Platform } from '../engines/embedded/platform/platform.ts';
import { FIRST } from '../engines/embedded/platform/records.ts';
import { tenantsOf } from './plan.ts';
import { DEFAULT_TENANT } from './tenants.ts';

/** Name of the first sample customer's domain; null where the platform was filled without samples, or that domain is gone. */
export async function sampleDomain(platform: Platform): Promise<string | null> {
  const { buckets, store } = platform;
  const seed = await buckets.seed.get(store.records, FIRST);
  const sample = seed && tenantsOf(platform.id, seed).find(({ id }) => id !== DEFAULT_TENANT.id);
  const domain = sample && (await platform.document(store.read, 'domain', sample.id));
  return domain?.name ?? null;
}
