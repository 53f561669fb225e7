/** The tables that migrations make, as Kysely sees them. Tables of lists are made from the contract instead (`entries/layout.ts`). */
import type { Generated, Kysely } from 'kysely';

export interface ResourceRow {
  /** Order of making, never used twice; ties of a sort are broken by it. */
  rid: number;
  engine: string;
  kind: string;
  id: string;
  domain_id: string | null;
  project_id: string | null;
  user_id: string | null;
  /** Canonical JSON: text on both databases, because jsonb refuses some of what OpenStack may hold and reorders members. */
  document: string;
  schema_version: number;
  revision: number;
  created_at: string;
  updated_at: string;
}

export interface ChangeRow {
  seq: number;
  kind: string;
  id: string;
  operation: string;
  revision: number;
  status: string | null;
  before: string | null;
  after: string | null;
  error: string | null;
  at: string;
}

export interface TaskRunRow {
  id: string;
  command: string;
  engine: string;
  phase: string;
  targets: string;
  /** Sealed; null once the task has ended. */
  body: string | null;
  actor: string;
  memo: string;
  fence: number;
  /** 0 or 1 */
  cancel_requested: number;
  lease_owner: string | null;
  /** Milliseconds of the database's clock. */
  lease_until: number;
  created_at: string;
  /** Of a creating call with an Idempotency-Key, until its engine refused. */
  once_key: string | null;
  body_hash: string | null;
}

export interface SessionRow {
  id_hash: string;
  user_id: string;
  domain_id: string;
  principal: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  origin: string | null;
  project_id: string | null;
}

export interface ScopeTokenRow {
  token_hash: string;
  session_hash: string;
  scope: string;
  role: string;
  /** 0 or 1 */
  read_only: number;
  permissions: string;
  credential: string;
  expires_at: string;
}

export interface PersonalTokenRow {
  token_hash: string;
  user_id: string;
  name: string;
  scope: string;
  /** 0 or 1 */
  read_only: number;
  last_four: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

export interface AuditRow {
  at: string;
  user_id: string | null;
  user_name: string | null;
  domain_id: string | null;
  project_id: string | null;
  call: string;
  target: string | null;
  status: number;
  error_code: string | null;
  request_id: string;
  address: string | null;
  body: string | null;
  count: number;
  personal_token: string | null;
  /** JSON of `AuditNames`. */
  names: string | null;
}

export interface Tables {
  resources: Omit<ResourceRow, 'rid'> & { rid: Generated<number> };
  shares: { rid: number; target: string; state: string };
  scopes: { id: Generated<number>; name: string };
  layouts: { kind: string; digest: string };
  changes: Omit<ChangeRow, 'seq'> & { seq: Generated<number> };
  /** How things have been, in the order of commits. */
  states: { seq: Generated<number>; rid: number; status: string; at: string };
  /** One row: up to which number the log has been forgotten. */
  log_floor: { seq: number };
  task_runs: TaskRunRow;
  leases: { name: string; owner: string; until: number; since: number };
  /** One row: a sentence sealed with the secret key, and where the store was when it was opened last (`Database.place`). */
  store_identity: { secret: string; place: string; object_key: string | null };
  /** One row: the shape of the program that may write (`schema/shape.ts`). */
  store_shape: { shape: string };
  /** The highest version of each kind's documents that there may be. */
  schema_versions: { kind: string; version: number };
  sessions: SessionRow;
  scope_tokens: ScopeTokenRow;
  personal_tokens: PersonalTokenRow;
  /** Milliseconds of the database's clock. */
  sign_in_counts: { key: string; failures: number; until: number };
  sign_in_devices: { account: string; device: string; used: number };
  tickets: { hash: string; purpose: string; content: string; until: number };
  audit: AuditRow & { id: Generated<number> };
  /** While pruning: entries before this instant may be deleted. */
  audit_prune: { before: string };
  records: { owner: string; bucket: string; key: string; value: string; due: string | null };
  /** The index of the object store. */
  s3_buckets: {
    id: Generated<number>;
    name: string;
    owner_id: string;
    domain_id: string;
    project_id: string | null;
    created_at: number;
    objects: number;
    bytes: number;
    pending: number;
    described: Generated<number>;
    versioning: 'Enabled' | 'Suspended' | null;
  };
  /** The current version of each key. */
  s3_objects: {
    bucket_id: number;
    key: string;
    version: string;
    size: number;
    etag: string;
    modified_at: number;
    blob: string;
    parts: number | null;
    headers: string;
  };
  /** All other versions, the newest with the highest id; without a blob: a delete marker. */
  s3_versions: Omit<Tables['s3_objects'], 'blob'> & { id: Generated<number>; blob: string | null };
  s3_settings: { bucket_id: number; name: string; value: string };
  /** Whom policies name: `user/…`, `project/…`. */
  s3_shares: { grantee: string; bucket_id: number };
  s3_uploads: { id: string; bucket_id: number; key: string; headers: string; begun_at: number };
  /** `owner`: the upload, which is the blob of the object that is made of it. */
  s3_parts: { owner: string; number: number; file: string; size: number; etag: string; modified_at: number; checksum: string | null };
  /** Files that nothing needs any more. */
  s3_garbage: { file: string };
  properties: { domain_id: string; key: string; value: string; access: 'pub' | 'auth' };
}

export type Db = Kysely<Tables>;
