/** Object storage that another program holds and Gantry asks by S3: what an engine tells of it. */
import type { StorageLimits } from './accounts.ts';

/** Access key and secret. */
export interface Pair {
  accessKey: string;
  secret: string;
}

/** What somebody keeps; null where the storage does not tell. */
export interface StorageUsage {
  buckets: number;
  objects: number | null;
  bytes: number | null;
}

/** What is in a bucket; null where the storage does not tell. */
export interface BucketUse extends Omit<StorageUsage, 'buckets'> {
  name: string;
}

/**
 * Users, keys and limits of a storage that has its own. Each call may be made again without harm. Throws engine_unavailable, and
 * engine_refused with the storage's own words.
 */
export interface Keyring {
  create(user: { id: string; name: string }): Promise<void>;
  add(id: string, pair: Pair): Promise<void>;
  remove(id: string, accessKey: string): Promise<void>;
  suspend(id: string, suspended: boolean): Promise<void>;
  /** Lets the user's keys only read, or do all again. */
  restrict(id: string, readOnly: boolean): Promise<void>;
  limit(id: string, limits: StorageLimits): Promise<void>;
  /** By user; who keeps nothing may be missing. */
  usage(): Promise<ReadonlyMap<string, StorageUsage>>;
  /** Of one user. */
  buckets(id: string): Promise<BucketUse[]>;
  /** The name that policies of the storage have for a user, who may not be there yet; and whose name it is, undefined for any other. */
  principalOf(id: string): string;
  accountOf(principal: string): string | undefined;
  /** The user with all keys; refused by the storage where they have buckets. */
  destroy(id: string): Promise<void>;
}

/** How users are told apart: each has pairs of their own there, or all share one, and each sees the buckets that they made. */
export type ObjectUsers = { keyring: Keyring; shared?: undefined } | { shared: Pair; keyring?: undefined };

/** Operations of S3, by name, of which a storage takes these headers and members of the query, and does nothing of what they say; absent: anything. */
export interface PassedOver {
  operations: readonly string[];
  names?: readonly string[];
}

export interface ObjectService {
  /** Of the S3 endpoint, path style, without a slash at its end. */
  endpoint: string;
  region: string;
  /** Certificates (PEM) that the endpoint's own must come from; absent: those that Node trusts by itself. */
  ca?: string | undefined;
  users: ObjectUsers;
  /** Refused here, so that nobody relies on it. */
  passesOver?: readonly PassedOver[];
}
