/** Buckets that others share, whatever holds them. */
import type { S3SharedKind } from '@gantry/contract/nouns/object-storage/entity';
import type { S3Key } from '../port/accounts.ts';

export interface Sharing {
  /** Whom a bucket's policy may name; empty where policies are not carried out. */
  kinds: readonly S3SharedKind[];
  /** Buckets of others that are shared with the user of a key, by name. Throws engine_unavailable. */
  sharedWith(key: S3Key, limit: number, signal: AbortSignal): Promise<{ name: string; ownerId: string }[]>;
}

/** Where policies are not carried out. */
export const NO_SHARING: Sharing = { kinds: [], sharedWith: async () => [] };
