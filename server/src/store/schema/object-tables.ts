/** Tables of the object store's index, step by step. */
import type { Dialect } from './dialect.ts';

/** What keys and headers take, and each row of the index, parts among them; of uploads that are not complete as well. */
export const described = ({ integer }: Dialect): string[] => {
  const of = (table: string): string =>
    `(select sum(octet_length(key) + octet_length(headers) + 256) from ${table} where bucket_id = s3_buckets.id)`;
  const parts = (owner: string, table: string): string =>
    `(select 256 * count(*) from s3_parts join ${table} as o on o.${owner} = s3_parts.owner where o.bucket_id = s3_buckets.id)`;
  const sums = [of('s3_objects'), of('s3_uploads'), parts('blob', 's3_objects'), parts('id', 's3_uploads')];
  return [
    `alter table s3_buckets add column described ${integer} not null default 0`,
    `update s3_buckets set described = ${sums.map((sum) => `coalesce(${sum}, 0)`).join(' + ')}`,
  ];
};

/** The index of the object store. Keys compare by bytes, as S3 lists them. */
export const objects = ({ text, serial, integer }: Dialect): string[] => [
  `create table s3_buckets (
    id ${serial},
    name ${text} not null unique,
    owner_id ${text} not null,
    domain_id ${text} not null,
    project_id ${text},
    created_at ${integer} not null,
    objects ${integer} not null default 0,
    bytes ${integer} not null default 0,
    pending ${integer} not null default 0
  )`,
  'create index s3_buckets_owner on s3_buckets (owner_id, name)',
  'create index s3_buckets_project on s3_buckets (project_id)',
  'create index s3_buckets_domain on s3_buckets (domain_id)',
  `create table s3_objects (
    bucket_id ${integer} not null,
    key ${text} not null,
    size ${integer} not null,
    etag ${text} not null,
    modified_at ${integer} not null,
    blob ${text} not null,
    parts ${integer},
    headers ${text} not null,
    primary key (bucket_id, key)
  )`,
  'create unique index s3_objects_blob on s3_objects (blob)',
  `create table s3_uploads (
    id ${text} not null primary key,
    bucket_id ${integer} not null,
    key ${text} not null,
    headers ${text} not null,
    begun_at ${integer} not null
  )`,
  'create index s3_uploads_key on s3_uploads (bucket_id, key, id)',
  `create table s3_parts (
    owner ${text} not null,
    number ${integer} not null,
    file ${text} not null,
    size ${integer} not null,
    etag ${text} not null,
    modified_at ${integer} not null,
    primary key (owner, number)
  )`,
  'create unique index s3_parts_file on s3_parts (file)',
  `create table s3_garbage (file ${text} not null primary key)`,
];

/**
 * Versions of objects that are not the current one, and delete markers (without a blob). The current version of a key stays in s3_objects, so
 * that lists of keys read no older ones; of a key's rows here the one with the highest id is the newest.
 */
export const objectVersions = ({ text, serial, integer }: Dialect): string[] => [
  `alter table s3_buckets add column versioning ${text}`,
  `alter table s3_objects add column version ${text} not null default 'null'`,
  `create table s3_versions (
    id ${serial},
    bucket_id ${integer} not null,
    key ${text} not null,
    version ${text} not null,
    size ${integer} not null,
    etag ${text} not null,
    modified_at ${integer} not null,
    blob ${text},
    parts ${integer},
    headers ${text} not null
  )`,
  'create unique index s3_versions_order on s3_versions (bucket_id, key, id desc)',
  'create unique index s3_versions_version on s3_versions (bucket_id, key, version)',
  'create unique index s3_versions_blob on s3_versions (blob) where blob is not null',
];

/** What owners of buckets have set, by the name of the setting. */
export const bucketSettings = ({ text, integer }: Dialect): string[] => [
  `create table s3_settings (
    bucket_id ${integer} not null,
    name ${text} not null,
    value ${text} not null,
    primary key (bucket_id, name)
  )`,
  'create unique index s3_settings_name on s3_settings (name, bucket_id)',
];

/** Users and projects that policies of buckets name, by which each finds what is shared with it. */
export const bucketShares = ({ text, integer }: Dialect): string[] => [
  `create table s3_shares (
    grantee ${text} not null,
    bucket_id ${integer} not null,
    primary key (grantee, bucket_id)
  )`,
  'create index s3_shares_bucket on s3_shares (bucket_id)',
];
