import { z } from 'zod';
import { domainLead, system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { pageMarker, wholeOf, wholeQuery } from '../../wire/page.ts';
import { accepted, id, nothing } from '../../wire/values.ts';
import { domainKind } from '../domains/entity.ts';
import { ARCHIVE_BODY_BYTES, s3ArchiveBody, s3ArchiveTicket } from './archives.ts';
import { s3Account, s3BucketUsage, s3Config, s3Key, s3Limits, s3NewKey, s3Overview, s3Project, s3User } from './entity.ts';
import { s3KeyLimits } from './key-rights.ts';
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
    summary: 'How the caller reaches object storage, and whether he has an account there',
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
    summary: 'Makes the caller’s account, with one pair of keys whose secret is in this answer only; where he has one, nothing changes',
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
    summary: 'The caller as object storage knows him, with his keys; not enabled, and without keys, where he has no account',
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
    summary: 'Makes a pair of keys, and the account where there is none; its secret is in this answer only',
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
    summary: 'Enables or disables a pair of keys; answers a list of which it is the first',
    source: 'S0 §7',
    permission: keying,
    params: ofKey,
    body: enabling('S3KeyUpdate'),
    answer: z.array(s3Key),
    errors: [...errors, 'not_supported'],
    does: { by: 'handle' },
  }),
  deleteKey: defineCall({
    id: 'objectStorage.deleteKey',
    side: 'both',
    method: 'DELETE',
    path: `${keysPath}/{accessKey}`,
    summary: 'Deletes a pair of keys, but not the only one',
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
    summary: 'The caller’s buckets with what is in each, where the storage tells',
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
    summary: 'One bucket of the caller with what is in it, where the storage tells',
    source: 'choice.uncovered-calls',
    permission: using,
    params: ofBucket,
    answer: s3BucketUsage,
    errors: [...errors, 'engine_unavailable'],
    does: { by: 'handle' },
  }),
  createLink: defineCall({
    id: 'objectStorage.createLink',
    side: 'both',
    method: 'POST',
    path: linksPath,
    summary: 'Makes a link to an object that works for whoever has it, until it expires or the caller’s links are revoked',
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
    summary: 'Revokes all links that the caller has shared: none of them leads anywhere from then on',
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
    summary: 'Gives an address from which the browser downloads several objects and folders as one ZIP file, once',
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
    summary: 'Whether the users of a domain may use object storage',
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
    summary: 'Lets the users of a domain use object storage, or not any more',
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
    summary: 'Users of object storage, those of the own domain where the caller administers one',
    source: 'S1 §7',
    permission: administering,
    params: ofService,
    query: wholeQuery.extend({ marker: pageMarker }),
    answer: wholeOf(s3Account).extend({ marker: z.string().optional() }),
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  updateUser: defineCall({
    id: 'objectStorage.updateUser',
    side: 'both',
    method: 'PUT',
    path: `${usersPath}/{s3UserId}`,
    summary: 'Enables or disables a user of object storage (no key of his signs anything meanwhile), or sets what he may keep',
    source: 'decision J12',
    permission: administering,
    params: ofAccount,
    body: z
      .strictObject({ is_enabled: z.boolean().optional(), limits: s3Limits.optional() })
      .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
      .meta({ id: 'S3AccountUpdate', examples: [{ is_enabled: true }] }),
    answer: s3Account,
    errors: ['s3_not_found'],
    does: { by: 'handle' },
  }),
  overview: defineCall({
    id: 'objectStorage.overview',
    side: 'administration',
    method: 'GET',
    path: `${path}/overview`,
    summary: 'Where object storage is, and what is kept there by domain; the own one where the caller administers one',
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
    summary: 'What the users of a project may keep together, and what they keep',
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
    summary: 'Sets what the users of a project may keep together; what is there already stays',
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
    summary: 'The keys of a user of object storage',
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
    summary: 'Makes a pair of keys for a user; its secret is in this answer only',
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
    summary: 'Deletes a pair of keys of a user, but not the only one',
    source: 'S1 §7',
    permission: administering,
    params: ofAccount.extend({ keyId: id }),
    answer: nothing,
    status: 204,
    errors: ['s3_not_found', 'state_conflict'],
    does: { by: 'handle' },
  }),
};
