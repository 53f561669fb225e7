/** Whom the policies of buckets elsewhere name: a storage tells nobody which buckets of others they reach. */
import type { Store } from '../../port/store/store.ts';

const OWNER = 's3';
/** By bucket: whose it is, and whom its policy names. */
const BY_BUCKET = 'shared buckets';
/** The same by who is named: `USER/BUCKET`, with the owner. */
const BY_USER = 'shared with';

interface Note {
  ownerId: string;
  userIds: readonly string[];
}

export interface ShareNotes {
  /** `ownerId`: of the account that owns the bucket; `userIds`: as sign-in knows them, empty where it is shared no longer. */
  set(bucket: string, ownerId: string, userIds: readonly string[]): Promise<void>;
  /** Buckets whose policies name a user, by name. */
  of(userId: string, limit: number): Promise<{ name: string; ownerId: string }[]>;
}

export function shareNotes({ records: read, transaction }: Pick<Store, 'records' | 'transaction'>): ShareNotes {
  return {
    set: (bucket, ownerId, userIds) =>
      transaction(async ({ records }) => {
        const before = (await records.get(OWNER, BY_BUCKET, bucket)) as Note | null | undefined;
        for (const userId of before?.userIds ?? []) await records.remove(OWNER, BY_USER, `${userId}/${bucket}`);
        for (const userId of userIds) await records.put(OWNER, BY_USER, `${userId}/${bucket}`, ownerId);
        if (userIds.length > 0) await records.put(OWNER, BY_BUCKET, bucket, { ownerId, userIds } satisfies Note);
        else await records.remove(OWNER, BY_BUCKET, bucket);
      }),
    async of(userId, limit) {
      const prefix = `${userId}/`;
      const found = await read.list(OWNER, BY_USER, { prefix, limit });
      return found.map(({ key, value }) => ({ name: key.slice(prefix.length), ownerId: String(value) }));
    },
  };
}
