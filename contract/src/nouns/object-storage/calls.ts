import { z } from 'zod';
import { domainLead, system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { pageMarker, pageOf, wholeOf, wholeQuery } from '../../wire/page.ts';
import { patterned } from '../../wire/patterned.ts';
import { accepted, id, nothing } from '../../wire/values.ts';
import { domainKind } from '../domains/entity.ts';
import { ARCHIVE_BODY_BYTES, s3ArchiveBody, s3ArchiveTicket } from './archives.ts';
import { s3Account, s3BucketUsage, s3Config, s3Key, s3Limits, s3NewKey, s3Overview, s3Project, s3SharedBucket, s3User } from './entity.ts';
import { s3KeyChange, s3KeyLimits } from './key-rights.ts';
import { s3Link, s3LinkBody } from './links.ts';

const path = '/api/v2/s3service';
const keysPath = `${path}/keys` as const;
const bucketsPath = `${path}/buckets` as const;
const linksPath = `${path}/links` as const;
const usersPath = '/api/v2/{service}/s3/users';

const using = tenant('s3_enable');
const keying = tenant('s3_keys');
const administering = domainLead('s3_users');
const switching = system('s3_domain');

/** What each call can answer instead (decision J6). */
const errors = ['s3_disabled', 's3_not_found', 's3_user_disabled'] as const;
/** Keys are neither more than there may be nor none. */
const keyErrors = [...errors, 'state_conflict'] as const;

const ofKey = z.object({ accessKey: id });
const ofBucket = z.object({ bucketName: id });
const ofProject = z.object({ projectId: id });
const ofDomain = z.object({ domainId: id });
/** What stands for object storage where the specification leaves the service open (decision B5). */
const ofService = z.object({ service: z.enum(['s3service']) });
const ofAccount = ofService.extend({ s3UserId: id });
const enabling = (name: string) => z.strictObject({ enabled: z.boolean() }).meta({ id: name, examples: [{ enabled: true }] });

const newKey = (name: string) =>
  s3KeyLimits.optional().meta({ id: name, examples: [{ access: 'read', buckets: ['photos'], prefix: '2026/', expires_in_days: 90 }] });

export const objectStorageCalls = {
  service: defineCall({
    id: 'objectStorage.service',
    side: 'both',
    method: 'GET',
    path,
    summary: 'Shows the endpoint of object storage and whether the caller has an account',
    source: 'S0 §7',
    permission: using,
    answer: s3Config,
    errors,
    does: { by: 'handle' },
  }),
  enable: defineCall({
    id: 'objectStorage.enable',
    side: 'both',
    method: 'POST',
    path,
    summary: "Creates the caller's account with one access key, whose secret only this answer has; an existing account does not change",
    source: 'S0 §7',
    permission: using,
    answer: s3Config,
    errors,
    does: { by: 'handle' },
  }),
  user: defineCall({
    id: 'objectStorage.user',
    side: 'both',
    method: 'GET',
    path: `${path}/user`,
    summary: "Shows the caller's account with its access keys; disabled and without keys if there is no account",
    source: 'S0 §7',
    permission: using,
    answer: s3User,
    errors,
    does: { by: 'handle' },
  }),
  createKey: defineCall({
    id: 'objectStorage.createKey',
    side: 'both',
    method: 'POST',
    path: keysPath,
    summary: 'Creates an access key, and the account if there is none; only this answer has the secret',
    source: 'S0 §7',
    permission: keying,
    body: newKey('S3KeyCreate'),
    answer: s3NewKey,
    status: 201,
    errors: [...keyErrors, 'not_supported'],
    does: { by: 'handle' },
  }),
  updateKey: defineCall({
    id: 'objectStorage.updateKey',
    side: 'both',
    method: 'PUT',
    path: `${keysPath}/{accessKey}`,
    summary: 'Enables or disables an access key, or changes its permissions; the answer lists it first',
    source: 'S0 §7',
    permission: keying,
    params: ofKey,
    body: s3KeyChange
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
      .meta({ id: 'S3KeyUpdate', examples: [{ enabled: true }, { access: 'read', expires_in_days: 90 }] }),
    answer: z.array(s3Key),
    errors: [...errors, 'not_supported'],
    does: { by: 'handle' },
  }),
  deleteKey: defineCall({
    id: 'objectStorage.deleteKey',
    side: 'both',
    method: 'DELETE',
    path: `${keysPath}/{accessKey}`,
    summary: 'Deletes an access key, unless it is the only one',
    source: 'S0 §7',
    permission: keying,
    params: ofKey,
    answer: nothing,
    status: 204,
    errors: keyErrors,
    does: { by: 'handle' },
  }),
  buckets: defineCall({
    id: 'objectStorage.buckets',
    side: 'both',
    method: 'GET',
    path: bucketsPath,
    summary: "Lists the caller's buckets, with their usage if the storage reports it",
    source: 'choice.uncovered-calls',
    permission: using,
    query: wholeQuery,
    answer: wholeOf(s3BucketUsage),
    errors: [...errors, 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  bucket: defineCall({
    id: 'objectStorage.bucket',
    side: 'both',
    method: 'GET',
    path: `${bucketsPath}/{bucketName}`,
    summary: 'Shows a bucket of the caller, with its usage if the storage reports it',
    source: 'choice.uncovered-calls',
    permission: using,
    params: ofBucket,
    answer: s3BucketUsage,
    errors: [...errors, 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  shared: defineCall({
    id: 'objectStorage.shared',
    side: 'both',
    method: 'GET',
    path: `${path}/shared`,
    summary: 'Lists buckets that are shared with the caller, at most 200',
    source: 'choice.uncovered-calls',
    permission: using,
    query: wholeQuery,
    answer: wholeOf(s3SharedBucket),
    errors: [...errors, 'not_supported', 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  createLink: defineCall({
    id: 'objectStorage.createLink',
    side: 'both',
    method: 'POST',
    path: linksPath,
    summary: "Creates a public link to an object, valid until it expires or the caller's links are revoked",
    source: 'decision J9',
    permission: using,
    body: s3LinkBody,
    answer: s3Link,
    status: 201,
    errors: [...errors, 'not_found', 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  revokeLinks: defineCall({
    id: 'objectStorage.revokeLinks',
    side: 'both',
    method: 'DELETE',
    path: linksPath,
    summary: 'Revokes all links of the caller',
    source: 'decision J9',
    permission: using,
    answer: nothing,
    status: 204,
    errors: [...errors, 'not_supported', 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  archive: defineCall({
    id: 'objectStorage.archive',
    side: 'both',
    method: 'POST',
    path: `${path}/archives`,
    summary: 'Creates a one-time address to download several objects and folders as one ZIP file',
    source: 'choice.uncovered-calls',
    permission: using,
    body: s3ArchiveBody,
    maxBytes: ARCHIVE_BODY_BYTES,
    answer: s3ArchiveTicket,
    status: 201,
    errors: [...errors, 'not_found', 'state_conflict', 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  domain: defineCall({
    id: 'objectStorage.domain',
    side: 'administration',
    method: 'GET',
    path: `${path}/domain/{domainId}`,
    summary: 'Shows whether the users of a domain can use object storage',
    source: 'S0 §7',
    permission: switching,
    params: ofDomain,
    answer: z.object({ enabled: z.boolean() }).meta({ id: 'S3Domain' }),
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  switchDomain: defineCall({
    id: 'objectStorage.switchDomain',
    side: 'administration',
    method: 'PUT',
    path: `${path}/domain/{domainId}`,
    summary: 'Enables or disables object storage for the users of a domain',
    source: 'S0 §7',
    permission: switching,
    params: ofDomain,
    body: enabling('S3DomainSwitch'),
    answer: accepted,
    status: 202,
    does: { by: 'command', command: 'object_storage.switch_domain', kind: domainKind, id: 'domainId' },
  }),
  users: defineCall({
    id: 'objectStorage.users',
    side: 'both',
    method: 'GET',
    path: usersPath,
    summary: 'Lists users of object storage; for a domain administrator, those of the domain',
    source: 'S1 §7',
    permission: administering,
    params: ofService,
    query: wholeQuery.extend({
      marker: pageMarker,
      sort: z.enum(['name:asc', 'name:desc']).optional(),
      /** Name or id, also a part of it with `contains:`. */
      search: patterned('filter', z.string().max(4096)).optional(),
      /** An id, or several with `in:`. */
      domain_id: patterned('filter', z.string().max(4096)).optional(),
    }),
    answer: pageOf(s3Account),
    errors: ['s3_not_found'],
    // All of them are looked through.
    does: { by: 'handle', weight: 5 },
  }),
  updateUser: defineCall({
    id: 'objectStorage.updateUser',
    side: 'both',
    method: 'PUT',
    path: `${usersPath}/{s3UserId}`,
    summary: 'Enables or disables a user of object storage and all their access keys, or sets their limits',
    source: 'decision J12',
    permission: administering,
    params: ofAccount,
    body: z
      .strictObject({ is_enabled: z.boolean().optional(), limits: s3Limits.optional() })
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
      .meta({ id: 'S3AccountUpdate', examples: [{ is_enabled: true }] }),
    answer: s3Account,
    errors: ['s3_not_found', 'not_supported'],
    does: { by: 'handle' },
  }),
  overview: defineCall({
    id: 'objectStorage.overview',
    side: 'administration',
    method: 'GET',
    path: `${path}/overview`,
    summary: 'Shows the endpoint of object storage and its usage by domain; for a domain administrator, that of the domain',
    source: 'choice.s3-config-fields',
    permission: administering,
    answer: s3Overview,
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  project: defineCall({
    id: 'objectStorage.project',
    side: 'administration',
    method: 'GET',
    path: `${path}/projects/{projectId}`,
    summary: 'Shows the limits and the usage of object storage for all users of a project together',
    source: 'choice.quota-fields',
    permission: administering,
    params: ofProject,
    answer: s3Project,
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  limitProject: defineCall({
    id: 'objectStorage.limitProject',
    side: 'administration',
    method: 'PUT',
    path: `${path}/projects/{projectId}`,
    summary: 'Sets the limits of object storage for all users of a project together; existing data remains',
    source: 'choice.quota-fields',
    permission: administering,
    params: ofProject,
    body: s3Limits,
    answer: s3Project,
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  userKeys: defineCall({
    id: 'objectStorage.userKeys',
    side: 'both',
    method: 'GET',
    path: `${usersPath}/{s3UserId}/keys`,
    summary: 'Lists the access keys of a user',
    source: 'S1 §7',
    permission: administering,
    params: ofAccount,
    query: wholeQuery,
    answer: wholeOf(s3Key),
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  createUserKey: defineCall({
    id: 'objectStorage.createUserKey',
    side: 'both',
    method: 'POST',
    path: `${usersPath}/{s3UserId}/keys`,
    summary: 'Creates an access key for a user; only this answer has the secret',
    source: 'S1 §7',
    permission: administering,
    params: ofAccount,
    body: newKey('S3UserKeyCreate'),
    answer: s3NewKey,
    status: 201,
    errors: ['s3_not_found', 'state_conflict', 'not_supported'],
    does: { by: 'handle' },
  }),
  deleteUserKey: defineCall({
    id: 'objectStorage.deleteUserKey',
    side: 'both',
    method: 'DELETE',
    path: `${usersPath}/{s3UserId}/keys/{keyId}`,
    summary: 'Deletes an access key of a user, unless it is the only one',
    source: 'S1 §7',
    permission: administering,
    params: ofAccount.extend({ keyId: id }),
    answer: nothing,
    status: 204,
    errors: ['s3_not_found', 'state_conflict'],
    does: { by: 'handle' },
  }),
};
