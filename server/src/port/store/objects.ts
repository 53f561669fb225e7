/**
 * The index of the embedded object store: buckets, objects with their versions, and uploads in parts. The bytes are files elsewhere, known here
 * by name.
 */

/** Whose a bucket is. */
export interface BucketOwner {
  /** Of the S3 user. */
  ownerId: string;
  domainId: string;
  projectId: string | null;
}

/** Whether a bucket keeps versions of its objects; null where it never did. */
export type Versioning = 'Enabled' | 'Suspended' | null;

/** Settings of a bucket beside its versioning, each a text. */
export type BucketSetting = 'tags' | 'lifecycle' | 'cors';

/** The id of an object's version in a bucket that does not keep any. */
export const NULL_VERSION = 'null';

export interface BucketRow extends BucketOwner {
  id: number;
  name: string;
  /** Milliseconds. */
  createdAt: number;
  versioning: Versioning;
  /** Every version counts, and every delete marker. */
  objects: number;
  /** Of objects; of parts that no object is made of yet. */
  bytes: number;
  pending: number;
}

/** A bucket with the settings that are looked at whenever its objects are. */
export interface FoundBucket extends BucketRow {
  lifecycle: string | null;
  policy: string | null;
}

/** What is kept somewhere in all. */
export interface Occupancy {
  buckets: number;
  objects: number;
  /** Parts of unfinished uploads count as well. */
  bytes: number;
  /** Bytes of what the index itself keeps of objects, unfinished uploads and parts: keys, headers, and what each row takes. */
  described: number;
}

export interface ObjectEntry {
  key: string;
  size: number;
  /** Without quotes. */
  etag: string;
  /** Milliseconds. */
  modifiedAt: number;
}

/** An object that is about to be put; the index gives it its version. */
export interface NewObject extends ObjectEntry {
  /** Name of the file with its bytes; where it was made of parts, the upload's id. */
  blob: string;
  /** How many; null where it was put whole. */
  parts: number | null;
  /** Headers that go with it, by lower-case name: content headers and `x-amz-meta-…`. */
  headers: Readonly<Record<string, string>>;
}

/** One version of an object. */
export interface ObjectRow extends NewObject {
  version: string;
}

/** A version that says that the object was deleted. */
export interface DeleteMarker {
  key: string;
  version: string;
  /** Milliseconds. */
  modifiedAt: number;
}

/** A version as lists show it. */
export interface VersionEntry extends ObjectEntry {
  version: string;
  isMarker: boolean;
  /** Of the versions of a key, the newest has the highest. */
  position: number;
}

/** What is to be deleted. */
export interface Deletion {
  key: string;
  /** Absent: the object as it is, which a delete marker hides where the bucket keeps versions. */
  version?: string | undefined;
}

/** What was deleted. */
export interface Deleted extends Deletion {
  /** Id of the delete marker that was made, or deleted. */
  marker?: string | undefined;
}

export interface UploadRow {
  id: string;
  bucketId: number;
  key: string;
  headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  begunAt: number;
}

export interface PartRow {
  number: number;
  file: string;
  size: number;
  etag: string;
  /** In base64, of the algorithm of its upload; null where that has none. */
  checksum: string | null;
  /** Milliseconds. */
  modifiedAt: number;
}

/** Called within the transaction with what is there now; what it throws undoes everything. */
export type Judge<T> = (present: T) => void;

/** Called with what the owner and the owner's project would keep afterwards, where that is more than before. */
export type QuotaJudge = (owner: Occupancy, project: Occupancy) => void;

/** Part of a key space in the order of UTF-8 bytes. */
export interface KeyRange {
  /** Keys behind this one; `from`: this one too. */
  after?: string | undefined;
  from?: string | undefined;
  /** Keys before this one. */
  before?: string | undefined;
}

/** Part of a bucket's versions, in the order of keys, the newest of a key first. */
export interface VersionRange extends KeyRange {
  /** With `after`: of that key also the versions that are older than the one at this position. */
  position?: number | undefined;
}

export interface ObjectIndex {
  /** Undefined where the name is taken; `judge` gets the number of buckets the owner has. */
  createBucket(bucket: BucketOwner & { name: string; at: number }, judge: Judge<number>): Promise<BucketRow | undefined>;
  bucket(name: string): Promise<FoundBucket | undefined>;
  /** By name, behind one of them where given. */
  bucketsOf(ownerId: string, limit: number, after?: string): Promise<BucketRow[]>;
  /** From now on versions are kept, or no more of them. False where the bucket is gone. */
  setVersioning(id: number, versioning: NonNullable<Versioning>): Promise<boolean>;
  /** What a bucket's owner has set under a name; undefined where nothing is. */
  setting(bucketId: number, name: BucketSetting): Promise<string | undefined>;
  /** A setting of all buckets that have it, behind one of them by id. */
  settings(name: BucketSetting, after: number, limit: number): Promise<{ bucketId: number; value: string }[]>;
  /** Undefined takes the setting away. False where the bucket is gone. */
  set(bucketId: number, name: BucketSetting, value: string | undefined): Promise<boolean>;
  /** Sets the policy of a bucket, and whom it names (`user/…`, `project/…`). False where the bucket is gone. */
  setPolicy(bucketId: number, policy: string | undefined, grantees: readonly string[]): Promise<boolean>;
  /** Buckets of a domain whose policies name one of these, by name. */
  sharedWith(grantees: readonly string[], domainId: string, limit: number): Promise<BucketRow[]>;
  /** `not_empty`: it has objects, versions or delete markers. Unfinished uploads go with it. */
  removeBucket(id: number): Promise<'removed' | 'not_empty' | 'missing'>;
  occupancy(of: Partial<BucketOwner>): Promise<Occupancy>;
  /** By owner or domain, of those that are named or of all; who has no bucket is missing. */
  occupancies(by: 'ownerId' | 'domainId', ids?: readonly string[]): Promise<Map<string, Occupancy>>;

  /** The current version of a key. */
  object(bucketId: number, key: string): Promise<ObjectRow | undefined>;
  objects(bucketId: number, range: KeyRange, limit: number): Promise<ObjectEntry[]>;
  /** A version of a key; without an id its newest one. */
  version(
    bucketId: number,
    key: string,
    version?: string,
  ): Promise<((ObjectRow & { isMarker: false }) | (DeleteMarker & { isMarker: true })) | undefined>;
  versions(bucketId: number, range: VersionRange, limit: number): Promise<VersionEntry[]>;
  /** The position of a version among those of its key. */
  positionOf(bucketId: number, key: string, version: string): Promise<number | undefined>;
  /** Changes the headers that are kept with a version. False where it is not there. */
  changeHeaders(
    bucketId: number,
    of: { key: string; version: string },
    change: (headers: ObjectRow['headers']) => ObjectRow['headers'],
    quota?: QuotaJudge,
  ): Promise<boolean>;
  /** Inserts, and replaces what the bucket does not keep. Undefined where the bucket is gone. `judge` gets the current version. */
  putObject(bucketId: number, object: NewObject, judge: Judge<ObjectRow | undefined>, quota?: QuotaJudge): Promise<ObjectRow | undefined>;
  /**
   * Deletes what is there, and tells of it; where the bucket keeps versions, a key without one gets a delete marker as well. `judge` says of
   * each whether it is to go, by what is there now; what it throws undoes everything. `quota` is asked where a marker hides nothing.
   */
  removeObjects(
    bucketId: number,
    deletions: readonly Deletion[],
    options: {
      at: number;
      judge?: ((deletion: Deletion, present: ObjectEntry | undefined) => boolean) | undefined;
      quota?: QuotaJudge | undefined;
    },
  ): Promise<Deleted[]>;
  partsOf(blob: string): Promise<PartRow[]>;

  /** False where the bucket is gone. `judge` gets how many unfinished ones the bucket has. */
  beginUpload(upload: UploadRow, judge: Judge<number>, quota?: QuotaJudge): Promise<boolean>;
  upload(id: string): Promise<UploadRow | undefined>;
  /** Ids of some that were begun before, in milliseconds. */
  uploadsBefore(begunAt: number, limit: number): Promise<string[]>;
  /** In the order of keys, then of ids. */
  uploads(bucketId: number, range: KeyRange & { afterId?: string | undefined }, limit: number): Promise<UploadRow[]>;
  /** Inserts or replaces a part. False where the upload is gone. */
  putPart(uploadId: string, part: PartRow, quota?: QuotaJudge): Promise<boolean>;
  /** Parts behind a number. */
  parts(uploadId: string, after: number, limit: number): Promise<PartRow[]>;
  /**
   * The parts of those numbers become an object. `make` gets them in order and says which object; what it throws undoes everything. Undefined
   * where the upload is gone.
   */
  completeUpload(
    uploadId: string,
    numbers: readonly number[],
    make: (parts: PartRow[]) => NewObject,
    judge: Judge<ObjectRow | undefined>,
    quota?: QuotaJudge,
  ): Promise<ObjectRow | undefined>;
  /** False where it is gone. */
  abortUpload(uploadId: string): Promise<boolean>;

  /** Of these files, those that an object or an upload needs. */
  known(files: readonly string[]): Promise<Set<string>>;
  /** Files that nothing needs any more. */
  garbage(limit: number, after?: string): Promise<string[]>;
  /** They are gone from the disk. */
  forgetGarbage(files: readonly string[]): Promise<void>;
}
