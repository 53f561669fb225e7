/**
 * Policies of buckets where each user has a user of the storage's own, which carries them out: names are translated on the way there and back, and the
 * part of the language is the one of the own store.
 */
import { accountIdOf } from '../../accounts/account-records.ts';
import type { S3Key, S3People } from '../../port/accounts.ts';
import type { Keyring } from '../../port/service.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { asApiError, bytesOfAnswer, sendInternal, skipAnswer, type Operate } from '../internal-requests.ts';
import { operationOf } from '../operations/operation.ts';
import { policyText } from '../operations/policy.ts';
import { POLICY_VERSION, readPolicy } from '../policy/document.ts';
import { lookUpIn } from '../policy/named.ts';
import type { Sharing } from '../sharing.ts';
import type { Target } from '../wire/request.ts';
import { forwardable } from './forward.ts';
import { gathered, withBody } from './own-body.ts';
import type { ShareNotes } from './share-notes.ts';

const USER = 'arn:aws:iam:::user/';
/** Buckets that are asked for at the same time. */
const AT_ONCE = 8;
/** Bytes of a policy of the storage's: more than twice of what can be put. */
const POLICY_BYTES = 64 * 1024;

interface Statement {
  Sid?: unknown;
  Effect?: unknown;
  Action?: unknown;
  Principal?: unknown;
  [other: string]: unknown;
}
interface Policy {
  Version?: string;
  Statement?: Statement | readonly Statement[];
}

const statementsIn = ({ Statement = [] }: Policy): readonly Statement[] =>
  Array.isArray(Statement) ? Statement : [Statement as Statement];

/** A statement with other names for whom it names. */
function renamed(statement: Statement, nameOf: (principal: string) => string): Statement {
  const { Principal: principal } = statement;
  if (typeof principal !== 'object' || principal === null || !('AWS' in principal)) return statement;
  const { AWS: names } = principal;
  const other = (name: unknown): unknown => (typeof name === 'string' ? nameOf(name) : name);
  return { ...statement, Principal: { ...principal, AWS: Array.isArray(names) ? names.map(other) : other(names) } };
}

const ANYTHING = ['s3:*'];
const SIDS = { owner: 'GantryOwner', others: 'GantryOthers' };

/**
 * What others put is theirs at the storage. The first of these lets the owner of the bucket do all with it; the second one ends what they may do with
 * it by being its owner, and what they open to everybody, as soon as the policy does not name them.
 */
function ownStatements(bucket: string, owner: string, named: readonly string[]): Statement[] {
  const Resource = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`];
  return [
    { Sid: SIDS.owner, Effect: 'Allow', Principal: { AWS: [owner] }, Action: ANYTHING, Resource },
    { Sid: SIDS.others, Effect: 'Deny', NotPrincipal: { AWS: [...new Set([owner, ...named])] }, Action: ANYTHING, Resource },
  ];
}

/** No statement that was sent is like these: `readPolicy` takes neither wildcards of actions nor denials. */
const isOwn = ({ Sid, Effect, Action }: Statement): boolean =>
  (Sid === SIDS.owner && JSON.stringify(Action) === JSON.stringify(ANYTHING)) || (Sid === SIDS.others && Effect === 'Deny');

const tooLong = (): Error => new S3Error('ServiceUnavailable', undefined, { Reason: 'the policy is too long' });
const textIn = async (answer: Answer): Promise<string> => (await gathered(bytesOfAnswer(answer), POLICY_BYTES, tooLong)).toString('utf8');

/** An answer, or 204 in place of any success. */
async function emptied(answer: Answer): Promise<Answer> {
  if (answer.status >= 300) return answer;
  await skipAnswer(answer);
  return { status: 204 };
}

interface Options {
  people: Pick<S3People, 'principal'>;
  keyring: Pick<Keyring, 'principalOf' | 'accountOf'>;
  notes: ShareNotes;
}

/** The same operations, with those about policies. */
export function withPolicies({ people, keyring, notes }: Options, operate: Operate): Operate {
  const ask = (exchange: Exchange, target: Target, method: string, text?: string): Promise<Answer> =>
    operate(withBody(exchange, method, text === undefined ? undefined : { text, type: 'application/json' }), target);

  const put = (exchange: Exchange, target: Target, bucket: string, policy: Policy, named: readonly string[]): Promise<Answer> => {
    const own = ownStatements(bucket, keyring.principalOf(exchange.key.user.id), named);
    return ask(exchange, target, 'PUT', JSON.stringify({ ...policy, Statement: [...statementsIn(policy), ...own] }));
  };

  /** Throws as `readPolicy`, MalformedPolicy where the domain has no such user, NotImplemented for projects. */
  async function share(exchange: Exchange, target: Target, bucket: string): Promise<Answer> {
    const { id: ownerId, domainId } = exchange.key.user;
    const text = await policyText(exchange);
    const principals = readPolicy(text, bucket, false).flatMap((statement) => statement.principals);
    if (principals.some(({ kind }) => kind === 'project'))
      throw new S3Error('NotImplemented', 'The object store behind this one has users and no projects: a policy names users.');
    const lookUp = lookUpIn(people, domainId);
    const userIds = new Map<string, string>();
    for (const named of principals) userIds.set(`${USER}${named.id}`, await lookUp(named));
    const nameOf = (name: string): string => {
      const userId = userIds.get(name);
      return userId === undefined ? name : keyring.principalOf(accountIdOf(userId));
    };
    const policy = JSON.parse(text) as Policy;
    const translated = { ...policy, Statement: statementsIn(policy).map((one) => renamed(one, nameOf)) };
    const answer = await emptied(await put(exchange, target, bucket, translated, [...userIds.keys()].map(nameOf)));
    if (answer.status === 204) await notes.set(bucket, ownerId, [...new Set(userIds.values())]);
    return answer;
  }

  /** Throws NoSuchBucketPolicy where it is the owner's only. */
  async function shown(exchange: Exchange, target: Target, bucket: string): Promise<Answer> {
    const answer = await ask(exchange, target, 'GET');
    if (answer.status >= 300) return answer;
    const policy = JSON.parse(await textIn(answer)) as Policy;
    const statements = statementsIn(policy).filter((statement) => !isOwn(statement));
    if (statements.length === 0) throw new S3Error('NoSuchBucketPolicy', undefined, { BucketName: bucket });
    const nameOf = (name: string): string => {
      const account = keyring.accountOf(name);
      return account === undefined ? name : `${USER}${account}`;
    };
    const body = JSON.stringify({ ...policy, Statement: statements.map((one) => renamed(one, nameOf)) });
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }

  /** The owner keeps what others have put, and they lose it. */
  async function end(exchange: Exchange, target: Target, bucket: string): Promise<Answer> {
    const present = await ask(exchange, target, 'GET');
    if (present.status >= 300 && present.status !== 404) return present;
    const text = await textIn(present);
    if (present.status === 404) return text.includes('<Code>NoSuchBucketPolicy</Code>') ? { status: 204 } : { ...present, body: text };
    const answer = await emptied(await put(exchange, target, bucket, { Version: POLICY_VERSION }, []));
    if (answer.status === 204) await notes.set(bucket, exchange.key.user.id, []);
    return answer;
  }

  return async (asked, target) => {
    const { bucket } = target;
    if (bucket === undefined) return operate(asked, target);
    const exchange = forwardable(asked, target);
    switch (operationOf(exchange, target)) {
      case 'PutBucketPolicy':
        return share(exchange, target, bucket);
      case 'GetBucketPolicy':
        return shown(exchange, target, bucket);
      case 'DeleteBucketPolicy':
        return end(exchange, target, bucket);
      case 'DeleteBucket': {
        const answer = await operate(exchange, target);
        if (answer.status < 300) await notes.set(bucket, exchange.key.user.id, []);
        return answer;
      }
      default:
        return operate(exchange, target);
    }
  };
}

/**
 * Buckets that others share, as far as the storage lets the user see what is in them: a policy may have been changed there, and the bucket be
 * another one's meanwhile.
 */
export function sharedByPolicy(notes: ShareNotes, operate: Operate): Sharing['sharedWith'] {
  const isReached = async (key: S3Key, bucket: string, signal: AbortSignal): Promise<boolean> => {
    try {
      const answer = await sendInternal(operate, key, { method: 'HEAD', bucket }, signal);
      await skipAnswer(answer);
      if (answer.status >= 500) throw new S3Error('ServiceUnavailable');
      return answer.status < 300;
    } catch (error) {
      throw asApiError(error);
    }
  };
  return async (key, limit, signal) => {
    const noted = (await notes.of(key.user.userId, limit)).filter(({ ownerId }) => ownerId !== key.user.id);
    const reached: typeof noted = [];
    for (let next = 0; next < noted.length; next += AT_ONCE) {
      const some = noted.slice(next, next + AT_ONCE);
      const answers = await Promise.all(some.map(({ name }) => isReached(key, name, signal)));
      reached.push(...some.filter((_bucket, index) => answers[index]));
    }
    return reached;
  };
}
