/** What a call is about, for the audit: which thing, of which kind, in which domain. */
import { kinds } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { isMembers } from '@gantry/contract/wire/kind';
import { storable } from '../store/values/fold.ts';

/** What is known of a request when it ends. `answer`: none where it was refused; `userId`: who asks, or wants to sign in. */
export interface Told {
  params?: unknown;
  body?: unknown;
  answer?: unknown;
  userId?: string | null | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Characters that are kept of an id. */
const LENGTH = 128;
const LOGIN = 'session.login';
/** Members of answers that say what was made: access keys have no other id. */
const MADE = ['id', 'acc_key'] as const;

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});
/** An id as it can be looked up and kept: whatever stood in the path, no database refuses it. */
const idIn = (value: unknown): string | null => (typeof value === 'string' ? storable(value.slice(0, LENGTH)) : null);
const shapeOf = (schema: unknown): Members => membersOf(membersOf(schema)['shape']);

/** Name of the last parameter of a call's path. */
const lastParameter = ({ params }: Call): string | undefined => Object.keys(params?.shape ?? {}).at(-1);

/** Whether a call makes a thing, whose id its answer tells and whose name its body. */
export const isCreation = ({ id, does, method, params, answer }: Call): boolean =>
  does.by === 'handle'
    ? method === 'POST' && params === undefined && MADE.some((member) => member in shapeOf(answer)) && id !== LOGIN
    : does.by === 'command' && method === 'POST' && does.id === undefined;

/** The kind of what a call is about; undefined for what is of no kind, such as a bucket or a part of something. What names nothing is about the account of who asks. */
export function kindOf(call: Call): string | undefined {
  if ('through' in call.does && call.does.through !== undefined) return undefined;
  if ('kind' in call.does) return call.does.kind.name;
  const parameter = lastParameter(call);
  if (parameter === undefined) return isCreation(call) || 'bucket' in shapeOf(call.body) ? undefined : 'user';
  const kind = parameter.replace(/Id$/, '');
  return kinds.has(kind) ? kind : undefined;
}

/** Whether a call says what it is about: by its path or body, or by the answer where it makes something. What does not is about who asks. */
export function hasObject(call: Call): boolean {
  const { does } = call;
  if (does.by === 'bulk' || does.by === 'list') return true;
  if (does.by !== 'handle') return does.id !== undefined || 'id' in shapeOf(call.answer);
  return lastParameter(call) !== undefined || isCreation(call) || 'bucket' in shapeOf(call.body);
}

/** Id of what a call is about: of what it made, of what its path or body names, or of who asks. null for several, and for what was not made. */
export function targetOf(call: Call, { params, body, answer, userId }: Told): string | null {
  const { does } = call;
  if (does.by === 'bulk' || does.by === 'list') return null;
  const [path, said, told] = [membersOf(params), membersOf(body), membersOf(answer)];
  if (does.by !== 'handle') {
    if (does.id === undefined) return idIn(told['id']);
    return idIn(('idIn' in does && does.idIn === 'body' ? said : path)[does.id]);
  }
  const parameter = lastParameter(call);
  if (parameter !== undefined) return idIn(path[parameter]);
  return isCreation(call) ? idIn(MADE.map((member) => told[member]).find((id) => id !== undefined)) : idIn(said['bucket'] ?? userId);
}

/** What people know a resource by: its name, the address of a floating IP, else its id. */
export function labelOf(document: Members | undefined, id: string): string {
  const { name, floating_ip_address: address } = document ?? {};
  return ([name, address].find((label) => typeof label === 'string' && label !== '') as string | undefined) ?? id;
}

/** Id of the domain that the path of a call leads to; undefined where it names none. */
export const domainIn = (params: unknown): string | undefined => idIn(membersOf(params)['domainId']) ?? undefined;
