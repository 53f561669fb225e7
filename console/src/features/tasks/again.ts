import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import type { CallInput } from '@gantry/contract/wire/call';
import type { ApiCall } from '../../app/api/calls.ts';
import { callTable, type CallData } from '../../app/api/call-table.ts';
import { isGone, outcomeOf } from './outcome.ts';

/** A request that does a task once more, for those of its things alone that it was not done to. */
interface Again {
  call: ApiCall;
  input: CallInput<never>;
}

const COMMANDS = Object.values(callTable).filter(({ method }) => method !== 'GET');
const namesIn = (path: string): string[] => path.split('{').flatMap((part, index) => (index === 0 ? [] : (part.split('}')[0] ?? [])));

type Request = Task['kwargs'];

/** The call that does a command to several things: their ids are in its body. */
const severalOf = (command: string): CallData | undefined =>
  COMMANDS.find(
    ({ capability, path, method }) =>
      capability === command && namesIn(path).length === 0 && (method === 'DELETE' || path.includes('/bulk/')),
  );

/** The call that does it to one thing: its path and its body name no other than the thing and what the request holds. */
const singleOf = (command: string, kwargs: Request): CallData | undefined =>
  COMMANDS.find(({ capability, path, idParam }) => {
    if (capability !== command || idParam === undefined) return false;
    const names = namesIn(path);
    return (names.includes(idParam) || idParam in kwargs) && names.every((name) => name === idParam || name in kwargs);
  });

/** What stands in place of a secret: what was sent is not known. */
const HIDDEN = '***';
const hidesSecret = (value: unknown): boolean =>
  value === HIDDEN || (typeof value === 'object' && value !== null && Object.values(value).some(hidesSecret));

/** Name of the member that holds the ids, where a request is about several things. */
const idsIn = (kwargs: Request): 'ids' | 'uuids' | undefined => (['ids', 'uuids'] as const).find((name) => Array.isArray(kwargs[name]));

/** The request without what its path names. */
const bodyOf = ({ path }: CallData, kwargs: Request): Request =>
  Object.fromEntries(Object.entries(kwargs).filter(([name]) => !namesIn(path).includes(name)));

/** Things of a task that has ended which it failed at or left out, and which are still there. */
export const leftOf = (task: Task): Task['items'] =>
  isEnded(task)
    ? task.items.filter((item) => item.id !== null && ['failed', 'cancelled'].includes(outcomeOf(item.state)) && !isGone(item))
    : [];

/**
 * Which call a task can be done by once more; undefined where its request is not known whole (secrets, a query), or where it is about no thing
 * that is there already.
 */
export function againBy({ name, kwargs }: Task): CallData | undefined {
  if (hidesSecret(kwargs)) return undefined;
  const several = severalOf(name);
  const ids = idsIn(kwargs);
  if (several && ids === (several.ids ?? 'ids')) return several;
  if (several && Object.keys(kwargs).length === 0) return several;
  const single = singleOf(name, kwargs);
  if (!single) return undefined;
  const members = Object.keys(bodyOf(single, kwargs));
  // What was sent to a deletion may have been its query, and a list that was sent is kept under another name.
  return members.length > 0 && (single.method === 'DELETE' || members.join() === 'items') ? undefined : single;
}

/** @param task as it is read by itself, for lists hold the beginning of a long request only. */
export function againFor(task: Task): Again | undefined {
  const call = againBy(task);
  const ids = leftOf(task).flatMap(({ id }) => id ?? []);
  if (!call || ids.length === 0) return undefined;
  const { kwargs } = task;
  const body = bodyOf(call, kwargs);
  const { idParam, path } = call;
  const input =
    idParam === undefined
      ? { body: { ...body, [call.ids ?? 'ids']: ids } }
      : {
          params: Object.fromEntries(namesIn(path).map((name) => [name, kwargs[name] ?? ids[0]])),
          ...(Object.keys(body).length > 0 && { body }),
        };
  return { call, input: input as CallInput<never> };
}
