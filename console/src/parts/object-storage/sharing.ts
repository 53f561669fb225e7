/** With whom a bucket is shared, as the console sets its policy and reads it. */
import type { S3SharedKind } from '@gantry/contract/nouns/object-storage/entity';

const VERSION = '2012-10-17';
const PRINCIPAL = /^arn:aws:iam:::(user|project)\/[\w-]{1,64}$/;

export const SHARED_ACCESS = ['read', 'full'] as const;
type SharedAccess = (typeof SHARED_ACCESS)[number];

/** A user or project, by its ARN, and what it may do with the objects of a bucket. */
export interface Grant {
  principal: string;
  access: SharedAccess;
}

const READ = ['s3:GetObject', 's3:GetObjectTagging', 's3:ListBucket', 's3:GetBucketLocation'];
const ACTIONS: Readonly<Record<SharedAccess, readonly string[]>> = {
  read: READ,
  full: [
    ...READ,
    's3:PutObject',
    's3:PutObjectTagging',
    's3:DeleteObject',
    's3:DeleteObjectTagging',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
    's3:ListBucketMultipartUploads',
  ],
};

/** The ARN of a user or project, of which an id was given, or the ARN itself; undefined where it is neither. */
export function principalOf(kind: S3SharedKind, given: string): string | undefined {
  const arn = given.startsWith('arn:') ? given : `arn:aws:iam:::${kind}/${given}`;
  return PRINCIPAL.exec(arn)?.[1] === kind ? arn : undefined;
}

/** Kind and id of who an ARN names. */
export function namedBy(principal: string): { kind: S3SharedKind; id: string } {
  const [kind = '', id = ''] = principal.split(':::').at(-1)?.split('/') ?? [];
  return { kind: kind === 'project' ? 'project' : 'user', id };
}

/** The policy that shares a bucket so. */
export function policyOf(bucket: string, grants: readonly Grant[]): string {
  const Resource = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`];
  const Statement = SHARED_ACCESS.flatMap((access) => {
    const AWS = grants.filter((grant) => grant.access === access).map(({ principal }) => principal);
    return AWS.length === 0 ? [] : [{ Sid: access, Effect: 'Allow', Principal: { AWS }, Action: ACTIONS[access], Resource }];
  });
  return JSON.stringify({ Version: VERSION, Statement });
}

/** With whom a policy shares a bucket; undefined where it is not one that is made here, and says something else. */
export function grantsIn(bucket: string, policy: string): Grant[] | undefined {
  const { Statement } = JSON.parse(policy) as { Statement?: unknown };
  if (!Array.isArray(Statement)) return undefined;
  const grants = (Statement as { Sid?: unknown; Principal?: { AWS?: unknown } }[]).flatMap(({ Sid, Principal }) => {
    const access = SHARED_ACCESS.find((one) => one === Sid);
    const principals: unknown = Principal?.AWS;
    return access && Array.isArray(principals) ? principals.map((principal) => ({ principal: String(principal), access })) : [];
  });
  return policyOf(bucket, grants) === JSON.stringify(JSON.parse(policy)) ? grants : undefined;
}
