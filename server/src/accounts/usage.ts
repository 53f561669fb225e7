/** StorageUsage of object storage by users, projects and domains, as far as the storage reports it. */
import type { ObjectIndex } from '../port/store/objects.ts';
import type { Account } from './account-records.ts';
import { BUCKETS_MAX } from '../port/accounts.ts';
import type { BucketUse, StorageUsage, ObjectUsers } from '../port/service.ts';

export interface UsageReader {
  /** By account. Throws engine_unavailable. */
  ofAccounts(ids: readonly string[]): Promise<ReadonlyMap<string, StorageUsage>>;
  /** By domain. `accounts`: all users there are, where the storage tells by user only. Throws engine_unavailable. */
  ofDomains(accounts: () => AsyncIterable<Account>): Promise<ReadonlyMap<string, StorageUsage>>;
  ofProject(projectId: string): Promise<StorageUsage>;
  /** Of one account, by name. Throws engine_unavailable. */
  ofBuckets(id: string): Promise<BucketUse[]>;
}

export const NO_USAGE: StorageUsage = { buckets: 0, objects: 0, bytes: 0 };

/** Null where one of them is not known. */
const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
export const sumOf = (a: StorageUsage, b: StorageUsage): StorageUsage => ({
  buckets: a.buckets + b.buckets,
  objects: sum(a.objects, b.objects),
  bytes: sum(a.bytes, b.bytes),
});

/** Of the own store by its index; where users share keys that knows the buckets only. */
export function usageReaderOf(
  index: Pick<ObjectIndex, 'occupancies' | 'occupancy' | 'bucketsOf'>,
  { keyring, shared }: Partial<ObjectUsers> = {},
): UsageReader {
  const reported = (kept: StorageUsage): StorageUsage => (shared ? { buckets: kept.buckets, objects: null, bytes: null } : kept);
  const reportedAll = (kept: ReadonlyMap<string, StorageUsage>) => new Map([...kept].map(([id, one]) => [id, reported(one)] as const));
  return {
    ofAccounts: async (ids) => (keyring ? keyring.usage() : reportedAll(await index.occupancies('ownerId', ids))),
    async ofDomains(accounts) {
      if (!keyring) return reportedAll(await index.occupancies('domainId'));
      const byAccount = await keyring.usage();
      const byDomain = new Map<string, StorageUsage>();
      for await (const { id, domainId } of accounts()) {
        const kept = byAccount.get(id);
        if (kept) byDomain.set(domainId, sumOf(byDomain.get(domainId) ?? NO_USAGE, kept));
      }
      return byDomain;
    },
    ofProject: async (projectId) => reported(await index.occupancy({ projectId })),
    async ofBuckets(id) {
      if (keyring) return keyring.buckets(id);
      const found = await index.bucketsOf(id, BUCKETS_MAX);
      return found.map(({ name, objects, bytes, pending }) =>
        shared ? { name, objects: null, bytes: null } : { name, objects, bytes: bytes + pending },
      );
    },
  };
}
