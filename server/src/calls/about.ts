/** What a call is about, for the audit: which thing, of which kind, in which domain. */
import { kinds } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { isMembers } from '@gantry/contract/wire/kind';

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

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});
const idIn = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, LENGTH) : null);
const shapeOf = (schema: unknown): Members => membersOf(membersOf(schema)['shape']);

/** Name of the last parameter of a call's path. */
const lastParameter = ({ params }: Call): string | undefined => Object.keys(params?.shape ?? {}).at(-1);

/** Whether a call makes a thing, whose id its answer tells and whose name its body. */
export const isCreation = ({ id, does, method, params, answer }: Call): boolean =>
  does.by === 'handle'
    ? method === 'POST' && params === undefined && 'id' in shapeOf(answer) && id !== LOGIN
    : does.by === 'command' && method === 'POST' && does.id === undefined;

/** The kind of what a call is about; undefined for what is of no kind, such as a bucket. What names nothing is about the account of who asks. */
export function kindOf(call: Call): string | undefined {
  if ('kind' in call.does) return call.does.kind.name;
  const parameter = lastParameter(call);
  if (parameter === undefined) return isCreation(call) || 'bucket' in shapeOf(call.body) ? undefined : 'user';
  const kind = parameter.replace(/Id$/, '');
  return kinds.has(kind) ? kind : undefined;
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
  return isCreation(call) ? idIn(told['id']) : idIn(said['bucket'] ?? userId);
}

/** Id of the domain that the path of a call leads to; undefined where it names none. */
export const domainIn = (params: unknown): string | undefined => idIn(membersOf(params)['domainId']) ?? undefined;
