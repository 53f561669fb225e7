import { z } from 'zod';
import type { Permission } from '../access/roles.ts';
import { defineCall, type Call, type Does, type Made } from './call.ts';
import type { ErrorCode } from './errors.ts';
import type { Kind } from './kind.ts';
import { listQuery, pageOf } from './page.ts';
import type { CallSide } from './side.ts';
import { stateChanges } from './state-changes.ts';
import { accepted, id, ids } from './values.ts';
import type { Upload } from './upload.ts';
import type { Rule } from './rule-result.ts';

/** What the list calls of a kind share. */
interface Listed<E extends z.ZodType, N extends string = string> {
  /** First part of the calls' ids: `keyPairs`. */
  noun: string;
  /** Where its calls are answered. */
  side: CallSide;
  kind: Kind<E, N>;
  /** Address of the list. */
  path: `/api/${string}`;
  /** Right to list and to create. */
  many: Permission;
  /** Where the requirement is written, for calls that say nothing else. */
  source: string;
}

/** What all calls of a kind share. One resource is at `{path}/{param}`. */
export interface Resource<E extends z.ZodType, P extends string, N extends string = string> extends Listed<E, N> {
  /** Path parameter of one resource: `sshKeyId`. */
  param: P;
  /** Right to read and change one resource. */
  one: Permission;
}

/** What each call says for itself. */
interface Said {
  summary: string;
  source?: string;
}

/** What a command says besides. */
export interface Command extends Said {
  rule?: Rule<never, never>;
  errors?: readonly ErrorCode[];
}

/** A command that takes a body. */
export interface CommandWith<B extends z.ZodType> extends Command {
  body: B;
  /** Most bytes of it, where it may have many. */
  maxBytes?: number;
  /** Members of the body that an engine may lack. */
  options?: readonly string[];
  makes?: Made;
}

/** What is asked about one resource. */
interface Asked<A extends z.ZodType, Q extends z.ZodObject | undefined> extends Said {
  answer: A;
  query?: Q;
  errors?: readonly ErrorCode[];
}

/** Where an action is asked for; at `POST {path}/{id}/{verb}` where it says nothing. */
interface Placed {
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Below the resource. */
  at?: string;
}

/** `confirmResize` → `confirm-resize` */
const inPath = (verb: string): string => verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The body of a bulk call. */
const bulkBody = z.strictObject({ ids });
/** The same of what belongs to a domain, where the printed calls name it so (S0 §7, S1 §7). */
const uuidsBody = z.strictObject({ uuids: ids });

/** Path parameter with the domain of what stands below one. */
const DOMAIN_PARAM = 'domainId';
type DomainParam = typeof DOMAIN_PARAM;

const WITHIN = { within: { domain: DOMAIN_PARAM } } as const;
const ofDomain = z.object({ [DOMAIN_PARAM]: id } as Record<DomainParam, typeof id>);

/** Things at such an address belong to the domain that it names. */
const isInDomain = (path: string): boolean => path.includes(`{${DOMAIN_PARAM}}`);

/** Lists of a kind, of which single resources have no calls of their own. */
function listCalls<E extends z.ZodType>({ noun, side, kind, path, many, source }: Listed<E>) {
  const shared = { id: `${noun}.list`, side, method: 'GET', path, permission: many } as const;
  const data = () => ({ query: listQuery(kind), answer: pageOf(kind.entity) });
  return {
    list: (said: Said) => defineCall({ ...shared, source, ...said, ...data(), does: { by: 'list', kind } }),
    /** The path holds `{domainId}`, which narrows the list. */
    listInDomain: (said: Said) =>
      defineCall({
        ...shared,
        source,
        ...said,
        ...data(),
        params: ofDomain,
        does: { by: 'list', kind, ...WITHIN },
      }),
  };
}

/**
 * Makes the calls of a kind, so that a noun's `calls.ts` holds only what is its own. Commands are called as the kind with the verb:
 * `key_pair.delete`. Changes answer 202 with the task that carries them out.
 */
export function resourceCalls<E extends z.ZodType, const P extends string, N extends string, const A extends `/api/${string}`>(
  resource: Resource<E, P, N> & { path: A },
) {
  const { noun, side, kind, path, param, many, one, source } = resource;
  const inDomain = isInDomain(path);
  // A computed key loses its name for the compiler.
  type Params = Record<P | (A extends `${string}{domainId}${string}` ? DomainParam : never), typeof id>;
  const params = z.object({ ...(inDomain && { [DOMAIN_PARAM]: id }), [param]: id } as Params);
  const within = inDomain && WITHIN;
  const place = `${path}/{${param}}` as const;
  const task = { side, answer: accepted, status: 202 } as const;
  const on = <const V extends string>(verb: V, { rule, options, makes }: Pick<CommandWith<never>, 'rule' | 'options' | 'makes'>) =>
    ({
      by: 'command',
      command: `${kind.name}.${verb}` as `${N}.${V}`,
      kind,
      id: param as string,
      ...(rule && { rule }),
      ...(options && { options }),
      ...(makes && { makes }),
      ...within,
    }) as const;
  const several = <const V extends string>(verb: V, { rule, options, ...said }: Command & { options?: readonly string[] }) =>
    ({
      ...task,
      source,
      ...said,
      permission: one,
      body: bulkBody,
      does: { by: 'bulk', command: `${kind.name}.${verb}` as `${N}.${V}`, kind, ...(rule && { rule }), ...(options && { options }) },
    }) satisfies Partial<Call>;
  const severalInDomain = <const V extends string>(verb: V, { rule, ...said }: Command) =>
    ({
      ...task,
      source,
      ...said,
      permission: one,
      params: ofDomain,
      body: uuidsBody,
      does: { by: 'bulk', command: `${kind.name}.${verb}` as `${N}.${V}`, kind, ...(rule && { rule }), ids: 'uuids', ...WITHIN },
    }) satisfies Partial<Call>;
  const single = <const V extends string>(
    verb: V,
    { rule, options, makes, ...said }: Command & Pick<CommandWith<never>, 'options' | 'makes'>,
  ) =>
    ({
      ...task,
      source,
      ...said,
      id: `${noun}.${verb}`,
      permission: one,
      params,
      does: on(verb, { ...(rule && { rule }), ...(options && { options }), ...(makes && { makes }) }),
    }) satisfies Partial<Call>;

  const asked = <A extends z.ZodType, Q extends z.ZodObject | undefined>(verb: string, said: Asked<A, Q>, does: Does) =>
    defineCall<typeof params, Q, undefined, A>({
      source,
      ...said,
      id: `${noun}.${verb}`,
      side,
      method: 'GET',
      path: `${place}/${verb}`,
      permission: one,
      params,
      does,
    });

  return {
    ...listCalls(resource),
    read: (said: Said) =>
      defineCall({
        source,
        ...said,
        id: `${noun}.read`,
        side,
        method: 'GET',
        path: place,
        permission: one,
        params,
        answer: kind.entity,
        does: { by: 'read', kind, id: param, ...within },
      }),
    /** `scope`: what it is made in; absent where it belongs to the user. `copies`: member of the body that says how many alike. */
    create: <B extends z.ZodType>({
      scope,
      copies,
      options,
      ...said
    }: Omit<CommandWith<B>, 'rule'> & { scope?: 'project'; copies?: string }) =>
      defineCall({
        ...task,
        source,
        ...said,
        id: `${noun}.create`,
        method: 'POST',
        path,
        permission: many,
        idempotent: true,
        does: {
          by: 'command',
          command: `${kind.name}.create` as `${N}.create`,
          kind,
          ...(scope && { scope }),
          ...(copies && { copies }),
          ...(options && { options }),
        },
      }),
    /** The path holds `{domainId}`, which the command gets as a member of its body. */
    createInDomain: <B extends z.ZodType>(said: Omit<CommandWith<B>, 'rule' | 'options'>) =>
      defineCall({
        ...task,
        source,
        ...said,
        id: `${noun}.create`,
        method: 'POST',
        path,
        permission: many,
        params: ofDomain,
        idempotent: true,
        does: { by: 'command', command: `${kind.name}.create` as `${N}.create`, kind, merged: true, ...WITHIN },
      }),
    /** Made of the bytes of the request: what is said of it are headers. It has no key to be repeated by, for bytes are sent once. */
    createOfBytes: <B extends z.ZodType>({ upload, ...said }: Omit<CommandWith<B>, 'rule'> & { upload: Upload }) =>
      defineCall({
        ...task,
        source,
        ...said,
        id: `${noun}.create`,
        method: 'POST',
        path,
        permission: many,
        upload,
        does: { by: 'command', command: `${kind.name}.create` as `${N}.create`, kind, scope: 'project' },
      }),
    update: <B extends z.ZodType>({ body, ...said }: CommandWith<B>) =>
      defineCall({ ...single('update', said), method: 'PATCH', path: place, body }),
    /** Takes neither query nor body: a detach whose body got lost never deletes (decision B3). */
    delete: (said: Command) => defineCall({ ...single('delete', said), method: 'DELETE', path: place }),
    /** Distinguished from the deletion by its action, in the body and in the query; without a complete body it is refused (decision B3). */
    deleteBy: <B extends z.ZodType, const V extends string>(verb: V, action: string, { body, ...said }: CommandWith<B>) =>
      defineCall({
        ...single(verb, said),
        method: 'DELETE',
        path: place,
        action,
        query: z.strictObject({ action: z.literal(action).optional() }),
        body,
      }),
    /** Something else that is done to one resource: `confirmResize` is `POST {path}/{id}/confirm-resize`. */
    act: <const V extends string>(verb: V, said: Command) =>
      defineCall({ ...single(verb, said), method: 'POST', path: `${place}/${inPath(verb)}` }),
    /** What a project says to something that others offer to it. */
    actOnOffer: <const V extends string>(verb: V, said: Command) => {
      const { does, ...call } = single(verb, said);
      return defineCall({ ...call, method: 'POST', path: `${place}/${inPath(verb)}`, does: { ...does, scope: 'project', offered: true } });
    },
    actWith: <B extends z.ZodType, const V extends string>(
      verb: V,
      { body, method = 'POST', at = inPath(verb), ...said }: CommandWith<B> & Placed,
    ) => defineCall({ ...single(verb, said), method, path: `${place}/${at}`, body }),
    /** Several resources as one task: `POST {path}/bulk/power-off`. */
    bulk: <const V extends string>(verb: V, name: string, said: Command) =>
      defineCall({ ...several(verb, said), id: `${noun}.${name}`, method: 'POST', path: `${path}/bulk/${inPath(verb)}` }),
    /** The same with a body that says more than whose ids: it holds `ids` as well. */
    bulkWith: <B extends z.ZodType<{ ids: string[] }>, const V extends string>(verb: V, name: string, { body, ...said }: CommandWith<B>) =>
      defineCall({ ...several(verb, said), id: `${noun}.${name}`, method: 'POST', path: `${path}/bulk/${inPath(verb)}`, body }),
    /** Several of one domain as one task. */
    bulkInDomain: <const V extends string>(verb: V, name: string, said: Command) =>
      defineCall({ ...severalInDomain(verb, said), id: `${noun}.${name}`, method: 'POST', path: `${path}/bulk/${inPath(verb)}` }),
    bulkDeleteInDomain: (said: Command) =>
      defineCall({ ...severalInDomain('delete', said), id: `${noun}.bulkDelete`, method: 'DELETE', path }),
    bulkDelete: (said: Command) => defineCall({ ...several('delete', said), id: `${noun}.bulkDelete`, method: 'DELETE', path }),
    /** What is asked of the engine about one resource: `GET {path}/{id}/{verb}`. The engine gets the query as its schema puts it out. */
    live: <A extends z.ZodType, Q extends z.ZodObject | undefined = undefined>(verb: string, said: Asked<A, Q>) =>
      asked(verb, said, { by: 'live', live: `${kind.name}.${verb}`, kind, id: param }),
    /** How one resource has been: `GET {path}/{id}/states`. Its kind says `statesKept`. */
    states: (said: Said) =>
      asked('states', { source: 'choice.uncovered-calls', ...said, answer: stateChanges }, { by: 'states', kind, id: param }),
    /** What the server itself answers about one resource, such as what is below it: `GET {path}/{id}/{verb}`. */
    handled: <A extends z.ZodType, Q extends z.ZodObject | undefined = undefined>(verb: string, said: Asked<A, Q>) =>
      asked(verb, said, { by: 'handle' }),
  };
}
