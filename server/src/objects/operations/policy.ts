/** The policy of a bucket: what its owner allows users and projects of the same domain. */
import { isLimited } from '@gantry/contract/nouns/object-storage/key-rights';
import type { FoundBucket } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { malformed, readPolicy } from '../policy/document.ts';
import { lookUpIn } from '../policy/named.ts';
import { granteesOf, policyIn, type Policy } from '../policy/statements.ts';
import { ownBucket } from './reach.ts';

/** Bytes, as S3 has it. */
const BODY_BYTES = 20 * 1024;

/** What a policy allows outlives a key that expires: keys with less rights than their user change none. */
async function changeableBucket(parts: Parts, exchange: Exchange, name: string): Promise<FoundBucket> {
  if (isLimited(exchange.key.rights)) throw new S3Error('AccessDenied');
  return ownBucket(parts, exchange, name);
}

/** The policy that a request brings. Throws MalformedPolicy, EntityTooLarge. */
export async function policyText({ body }: Pick<Exchange, 'body'>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body(BODY_BYTES).bytes) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformed('Policies must be valid JSON.');
  }
}

/** Throws NoSuchBucketPolicy. */
export async function bucketPolicy(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { policy } = await ownBucket(parts, exchange, name);
  if (policy === null) throw new S3Error('NoSuchBucketPolicy', undefined, { BucketName: name });
  return { status: 200, headers: { 'content-type': 'application/json' }, body: policyIn(policy).text };
}

/** Throws as `readPolicy`, and MalformedPolicy where the domain has no such user or project. */
export async function putPolicy(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id, domainId } = await changeableBucket(parts, exchange, name);
  const text = await policyText(exchange);
  const sent = readPolicy(text, name, parts.isPublicAllowed);
  const lookUp = lookUpIn(parts.people, domainId);
  const statements: Policy['statements'][number][] = [];
  for (const { principals, ...statement } of sent) {
    const ids = { user: new Set<string>(), project: new Set<string>() };
    for (const named of principals) ids[named.kind].add(await lookUp(named));
    statements.push({ ...statement, users: [...ids.user], projects: [...ids.project] });
  }
  const policy: Policy = { text, statements };
  const grantees = new Set(statements.flatMap(granteesOf));
  if (!(await parts.index.setPolicy(id, JSON.stringify(policy), [...grantees])))
    throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  return { status: 204 };
}

export async function deletePolicy(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await changeableBucket(parts, exchange, name);
  await parts.index.setPolicy(id, undefined, []);
  return { status: 204 };
}
