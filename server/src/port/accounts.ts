/** Who may use the object store: the face between the S3 protocol, which asks, and whoever keeps S3 users and their keys. */
import type { Scope } from '@gantry/contract/access/roles';
import type { S3KeyRights } from '@gantry/contract/nouns/object-storage/key-rights';

/** Buckets of one user. */
export const BUCKETS_MAX = 1000;

/** Most that somebody may keep; null: without a limit. */
export interface StorageLimits {
  bytes: number | null;
  objects: number | null;
}

/** Who owns buckets and objects. */
export interface S3User {
  /** Buckets belong to it; never another user's again. */
  id: string;
  /** Whose it is, as sign-in knows them. */
  userId: string;
  /** Shown as the owner's name in answers. */
  name: string;
  arn: string;
  domainId: string;
  /** Whose quota the user's objects count in, beside the own one; null: in no project's. */
  projectId: string | null;
}

/** A pair of keys with whom it stands for. */
export interface S3Key {
  accessKeyId: string;
  secret: string;
  /** The server's own pair of that user: what signs for the proxy and for shared links, and is shown to nobody. */
  hidden: boolean;
  /** Of the key, of its user and of the user's domain: where one is off, or the user has no role in the account's project, it signs nothing. */
  enabled: boolean;
  /** It only reads, or its user does in the project of the account: what changes something is refused. */
  readOnly: boolean;
  /** What it was limited to when it was made. */
  rights: S3KeyRights;
  user: S3User;
  quota: { user: StorageLimits; project: StorageLimits };
}

/** Who owns buckets, as others who reach them find it. */
export interface S3Holder {
  user: S3User;
  quota: S3Key['quota'];
  /** The owner only reads in the project of the account, and so does everybody there. */
  readOnly: boolean;
}

/** Whom owners of buckets share them with. */
export interface S3People {
  /** An S3 user, by its id, as far as it may do anything now. */
  holder(id: string): Promise<S3Holder | undefined>;
  /** The id, as sign-in knows it, of a user or project of a domain. A user may be named by the id of object storage, too. */
  principal(domainId: string, named: { kind: 'user' | 'project'; id: string }): Promise<string | undefined>;
}

/** Asked at each request: a key does what its user may do now, and one that was taken away signs nothing from then on. */
export interface S3Accounts extends S3People {
  find(accessKeyId: string): Promise<S3Key | undefined>;
  /**
   * The hidden pair of who works in a scope, which is made where there is none yet.
   * Throws s3_not_found where there is no object storage, s3_disabled for the domain, s3_user_disabled.
   */
  hiddenPair(userId: string, scope: Scope): Promise<S3Key>;
}
