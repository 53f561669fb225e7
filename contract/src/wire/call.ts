import type { z } from 'zod';
import { BODY_BYTES } from '../constants.ts';
import type { Method, Permission } from '../access/roles.ts';
import type { ErrorCode } from './errors.ts';
import type { Kind } from './kind.ts';
import type { CallSide } from './side.ts';
import type { StreamedFile } from './download.ts';
import type { Upload } from './upload.ts';
import type { Rule } from './rule-result.ts';

/**
 * What the server does for a call. All but `handle` need no code of the call's own:
 * - list, read: from the store, within the caller's scope; with `of` a list is of what names one thing, which the caller has to see as well;
 * - states: from the store, how one thing that the caller sees has been; its kind says `statesKept`;
 * - command: refuse by the rule, then a task of the engine that owns the target (or, without target, of the default engine);
 *   `copies` names the member of the body that says how many alike are made: several are one task with a result for each;
 *   `options` names members of the body that an engine may lack, each a capability of its own (`optionOf`);
 *   `id` names the path parameter with the target's id, or, with `idIn`, the member of the body; with `through` it is the value of that key of the
 *   kind (`subnet` of a network) instead; `at` says whether a target is at the address that the path parameters make, and not unknown there;
 *   `makes`: it makes another thing of the target, which is told of; what is made anew without a target is the target;
 *   `merged`: the command gets path parameters and query as members of its body;
 * - bulk: one task, a command for each of `body.ids`, or of the member that `ids` names, a result per item, or none where `whole` and one is refused; `options` as with
 *   a command;
 * - live: asked of the engine with the user's own right and a time limit; nothing is stored;
 * - ticket: asked of the engine like a live read; its answer is kept, sealed, and the caller gets a ticket that redeems it once;
 * - download: a ticket for the bytes of one resource, which the engine streams; `file` tells what they are by what the store knows of it;
 * - handle: the server's own function of the same name (`handler` of a noun, below `server/src/nouns`); `capability` is one that it needs of an
 *   engine all the same.
 *
 * `within` names the path parameter with the domain that a list, or what is read or changed, is of: administrators of a domain are refused any
 * other one.
 */
export type Does =
  | { by: 'list'; kind: Kind; within?: Within; of?: Of }
  | { by: 'read'; kind: Kind; id: string; within?: Within }
  | { by: 'states'; kind: Kind; id: string }
  | {
      by: 'command';
      command: string;
      kind: Kind;
      id?: string;
      idIn?: 'body';
      /** A key that the kind can be filtered by. */
      through?: string;
      at?: (target: never, params: never) => boolean;
      merged?: true;
      rule?: Rule<never, never>;
      scope?: 'project';
      /** It is done to what others offer to the caller's project: to be its own is not needed. */
      offered?: true;
      copies?: string;
      options?: readonly string[];
      makes?: Made;
      within?: Within;
    }
  | {
      by: 'bulk';
      command: string;
      kind: Kind;
      rule?: Rule<never, never>;
      options?: readonly string[];
      ids?: BulkMember;
      within?: Within;
      /** What is refused of one refuses the request: nothing is begun with the others. */
      whole?: true;
    }
  | { by: 'live'; live: string; kind: Kind; id: string; rule?: Rule<never, never> }
  | { by: 'ticket'; live: string; kind: Kind; id: string; rule?: Rule<never, never> }
  | { by: 'download'; stream: string; kind: Kind; id: string; rule?: Rule<never, never>; file(document: never): StreamedFile }
  | {
      by: 'handle';
      capability?: string;
      /** What it takes of its caller's budget, in reads of one row; 1 where absent. */
      weight?: number;
      /** Kind whose changes concern who may ask this: it is told of that one thing, whatever else the answer holds. */
      tells?: Kind;
    };

/** What alone is listed: whatever names, by that key, the one thing of a kind whose id is that path parameter. */
interface Of {
  kind: Kind;
  id: string;
  key: string;
}

/**
 * Another thing that a command makes of its target: of which kind it is, and the members that say its name in the body and its id in the result of
 * the task. Where that is `id`, the task itself is on the new thing from the yes of the engine on.
 */
export interface Made {
  kind: Kind;
  name: string;
  id: string;
}

/** Path parameter with the id of a domain. */
interface Within {
  domain: string;
}

/** Members of bulk bodies that say whose ids they are. */
export type BulkMember = 'ids' | 'uuids';

/** The command, live read or stream of an engine that a call needs, if any (rule 10). */
export function capabilityOf(does: Does): string | undefined {
  if (does.by === 'command' || does.by === 'bulk') return does.command;
  if (does.by === 'download') return does.stream;
  if (does.by === 'handle') return does.capability;
  return does.by === 'live' || does.by === 'ticket' ? does.live : undefined;
}

/** The capability of an engine to take a member of a command's body: `server.stop:timeout`. An engine that lacks it never gets it (rule 10). */
export const optionOf = (command: string, member: string): string => `${command}:${member}`;

/** The capability of an engine to measure resources of a kind, by which lists of them are sorted: `server.figures`. */
export const figuresOf = (kind: Pick<Kind, 'name'>): string => `${kind.name}.figures`;

/** All capabilities that a call asks of an engine, in any of its forms. */
export function capabilitiesOf(does: Does): string[] {
  if (does.by === 'list' && does.kind.figures) return [figuresOf(does.kind)];
  const capability = capabilityOf(does);
  if (capability === undefined) return [];
  const options = 'options' in does ? (does.options ?? []) : [];
  return [capability, ...options.map((member) => optionOf(capability, member))];
}

/** One call of the API, as data: mounted by the server, called by the console, written into OpenAPI, attacked by the tests. */
export interface Call<
  P extends z.ZodObject | undefined = z.ZodObject | undefined,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  A extends z.ZodType = z.ZodType,
  D extends Does = Does,
> {
  /** Noun and verb: `servers.start`. */
  id: string;
  /** Where it is answered. */
  side: CallSide;
  method: Method;
  /** With parameters in braces: `/api/v2/compute/servers/{serverId}/start`. No trailing slash; the server takes both (decision B2). */
  path: `/api/${string}` | `/prometheus/${string}` | `/grafana/${string}` | `/${string}.json`;
  /** Tells it from the call of the same method and path that has none: member `action` of its query and of its body (decision B3). */
  action?: string;
  summary: string;
  /** Where the requirement is written: `S2 §7`. */
  source: string;
  permission: Permission;
  params?: P;
  query?: Q;
  body?: B;
  /** The request is bytes, and the members of the body are headers. */
  upload?: Upload;
  /** Most bytes of the body as it is sent; `BODY_BYTES` where absent. What is larger is refused before it is read. */
  maxBytes?: number;
  answer: A;
  /** Status of a good answer; 200 where absent. 202 answers hold `task_id`. */
  status?: 200 | 201 | 202 | 204;
  /** Errors this call adds to those every call can answer. */
  errors?: readonly ErrorCode[];
  /** Creating calls: repeated with the same Idempotency-Key they answer the same (architecture rule 9). */
  idempotent?: true;
  does: D;
}

export function defineCall<
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends z.ZodType = z.ZodType,
  const D extends Does = Does,
>(call: Call<P, Q, B, A, D>): Call<P, Q, B, A, D> {
  return call;
}

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Most bytes that the body of a request for one of these calls may have. */
export const bodyBytesOf = (place: readonly Pick<Call, 'maxBytes'>[]): number =>
  Math.max(...place.map(({ maxBytes = BODY_BYTES }) => maxBytes));

/** What a client gives to a call. Query members are written as they are used, not as text. */
export interface CallInput<C extends Call> {
  params?: Input<C['params']>;
  query?: { [K in keyof Input<C['query']>]?: string | number | boolean | object | undefined };
  body?: Input<C['body']>;
}

/** What a client gets from a call. */
export type Answer<C extends Call> = z.output<C['answer']>;
/** An optional member's schema is always there once a call declares it. */
type Declared<T> = [T] extends [undefined] ? undefined : Output<Exclude<T, undefined>>;
/** What a handler gets. */
export type CallParams<C extends Call> = Declared<C['params']>;
export type CallQuery<C extends Call> = Declared<C['query']>;
export type CallBody<C extends Call> = Declared<C['body']>;

/** What the engine's command of a call gets: the body; where the call is `merged`, path parameters and query are members of it. */
export type CommandBody<C extends Call> = C['does'] extends { merged: true }
  ? Merged<CallParams<C>> & Merged<CallQuery<C>> & Merged<CallBody<C>>
  : CallBody<C>;
type Merged<T> = T extends object ? T : unknown;

/** `/a/{x}` and {x: 'ü'} → `/a/%C3%BC`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`path parameter ${name} is missing in ${path}`);
    return encodeURIComponent(value);
  });
}
