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
const parametersIn = (path: string): number => path.split('{').length - 1;

/** The call that does a command to several things: their ids are in its body. */
const severalOf = (command: string): CallData | undefined =>
  COMMANDS.find(
    ({ capability, path, method }) =>
      capability === command && parametersIn(path) === 0 && (method === 'DELETE' || path.includes('/bulk/')),
  );

/** The call that does it to the one thing that its path names. */
const singleOf = (command: string): CallData | undefined =>
  COMMANDS.find(({ capability, path, idParam }) => capability === command && parametersIn(path) === 1 && idParam !== undefined);

/** Things of a task that has ended which it failed at or left out, and which are still there. */
export const leftOf = (task: Task): Task['items'] =>
  isEnded(task)
    ? task.items.filter((item) => item.id !== null && ['failed', 'cancelled'].includes(outcomeOf(item.state)) && !isGone(item))
    : [];

/** Which call a task can be done by once more; undefined where its request is not known whole (what is made, secrets), or is about no thing. */
export function againBy({ name, kwargs }: Task): CallData | undefined {
  if ('ids' in kwargs) return severalOf(name);
  return Object.keys(kwargs).length === 0 ? (severalOf(name) ?? singleOf(name)) : undefined;
}

/** @param task as it is read by itself, for lists hold the beginning of a long request only. */
export function againFor(task: Task): Again | undefined {
  const call = againBy(task);
  const ids = leftOf(task).flatMap(({ id }) => id ?? []);
  if (!call || ids.length === 0) return undefined;
  const input = parametersIn(call.path) === 0 ? { body: { ...task.kwargs, ids } } : { params: { [call.idParam ?? '']: ids[0] } };
  return { call, input: input as CallInput<never> };
}
