/**
 * Bucket policies as clients send them: the part of S3's language that is carried out, which is statements that allow named users and projects
 * named actions. Whatever else a policy says is refused, with the reason: one that is taken and not kept to would open or lose data.
 */
import { S3Error } from '../errors.ts';
import { isAction, type Action } from './actions.ts';
import { concerns, type Statement } from './statements.ts';

/** Of the language. */
export const POLICY_VERSION = '2012-10-17';
const PRINCIPAL = /^arn:aws:iam:::(user|project)\/([\w-]{1,64})$/;
const RESOURCE = 'arn:aws:s3:::';
/** Statements of one policy, and entries of one of their lists. */
const STATEMENTS_MAX = 20;
const ENTRIES_MAX = 50;
/** All that everybody can be allowed. */
const PUBLIC_ACTION = 's3:GetObject';
/** Members of a statement that S3 has and this store does not carry out. */
const NOT_CARRIED_OUT = ['Condition', 'NotAction', 'NotPrincipal', 'NotResource'];

/** Whom a policy names, by an id that is still to be looked for. */
export interface Named {
  kind: 'user' | 'project';
  id: string;
}

/** A statement of a policy that was sent. */
interface SentStatement extends Omit<Statement, 'users' | 'projects'> {
  principals: readonly Named[];
}

export const malformed = (reason: string): S3Error => new S3Error('MalformedPolicy', reason);
const unsupported = (reason: string): S3Error => new S3Error('NotImplemented', reason);

type Json = Readonly<Record<string, unknown>>;

function objectOf(value: unknown, what: string, members: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${what} must be an object.`);
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined && NOT_CARRIED_OUT.includes(unknown)) throw unsupported(`${unknown} is not supported in a bucket policy.`);
  if (unknown !== undefined) throw malformed(`${what} has an unknown element: ${unknown.slice(0, 64)}`);
  return value as Json;
}

/** One text or several. */
function textsOf(value: unknown, what: string): readonly string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  if (all.length === 0 || !all.every((one) => typeof one === 'string')) throw malformed(`${what} must be a text or a list of texts.`);
  if (all.length > ENTRIES_MAX) throw malformed(`${what} has more than ${ENTRIES_MAX} entries.`);
  return all;
}

function principalsOf(value: unknown): { principals: Named[]; anyone: boolean } {
  if (value !== '*') objectOf(value, 'Principal', ['AWS']);
  const names = value === '*' ? ['*'] : textsOf((value as Json)['AWS'], 'Principal');
  const principals = names
    .filter((name) => name !== '*')
    .map((name) => {
      const [, kind, id] = PRINCIPAL.exec(name) ?? [];
      if (id === undefined) throw malformed(`Invalid principal in policy: ${name.slice(0, 128)}`);
      return { kind: kind as Named['kind'], id };
    });
  return { principals, anyone: names.includes('*') };
}

function actionOf(name: string): Action {
  if (isAction(name)) return name;
  if (/[*?]/.test(name)) throw unsupported(`Actions are named one by one, without wildcards: ${name.slice(0, 64)}`);
  throw unsupported(`A bucket policy cannot allow this action: ${name.slice(0, 64)}`);
}

/** The bucket itself, a key, or what keys begin with. */
function resourcesOf(names: readonly string[], bucket: string): Pick<Statement, 'bucket' | 'keys' | 'prefixes'> {
  const keys: string[] = [];
  const prefixes: string[] = [];
  for (const name of names) {
    if (name === `${RESOURCE}${bucket}`) continue;
    if (!name.startsWith(`${RESOURCE}${bucket}/`)) throw malformed(`Policy has invalid resource: ${name.slice(0, 128)}`);
    const key = name.slice(RESOURCE.length + bucket.length + 1);
    const begin = key.endsWith('*') ? key.slice(0, -1) : key;
    if (/[*?]/.test(begin) || begin.includes('${')) throw unsupported('A resource has one wildcard at most, at its end.');
    (key.endsWith('*') ? prefixes : keys).push(begin);
  }
  return { bucket: names.includes(`${RESOURCE}${bucket}`), keys, prefixes };
}

function statementOf(value: unknown, bucket: string, isPublicAllowed: boolean): SentStatement {
  const members = objectOf(value, 'A statement', ['Sid', 'Effect', 'Principal', 'Action', 'Resource']);
  const { Sid = '', Effect, Principal, Action: action, Resource } = members;
  if (typeof Sid !== 'string') throw malformed('Sid must be a text.');
  if (Effect === 'Deny') throw unsupported('Statements allow: what no statement allows is denied.');
  if (Effect !== 'Allow') throw malformed('Effect must be Allow.');
  const named = principalsOf(Principal);
  if (named.anyone && !isPublicAllowed) throw new S3Error('AccessDenied', 'Public access is blocked: a policy names users and projects.');
  const actions = textsOf(action, 'Action').map(actionOf);
  const closed = named.anyone ? actions.find((one) => one !== PUBLIC_ACTION) : undefined;
  if (closed !== undefined) throw unsupported(`Everybody can be allowed ${PUBLIC_ACTION} only: ${closed}`);
  const of = { actions, ...resourcesOf(textsOf(Resource, 'Resource'), bucket) };
  const idle = actions.find((one) => !concerns(of, one));
  if (idle !== undefined) throw malformed(`Action does not apply to any resource in statement: ${idle}`);
  return { ...named, ...of };
}

/** Throws MalformedPolicy, NotImplemented, and AccessDenied where it is open to everybody and that is not allowed. */
export function readPolicy(text: string, bucket: string, isPublicAllowed: boolean): SentStatement[] {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw malformed('Policies must be valid JSON.');
  }
  const { Version, Id = '', Statement: statements } = objectOf(sent, 'A policy', ['Version', 'Id', 'Statement']);
  if (Version !== POLICY_VERSION) throw malformed(`The Version of a policy must be ${POLICY_VERSION}.`);
  if (typeof Id !== 'string') throw malformed('Id must be a text.');
  const all: unknown[] = Array.isArray(statements) ? statements : [statements];
  if (all.length === 0 || all.length > STATEMENTS_MAX) throw malformed(`A policy has 1 to ${STATEMENTS_MAX} statements.`);
  return all.map((one) => statementOf(one, bucket, isPublicAllowed));
}
