import { z } from 'zod';
import { TASK_BRIEF_BYTES } from '../../constants.ts';
import { truncate } from '../../wire/truncate.ts';
import { ERRORS, type ErrorCode } from '../../wire/errors.ts';
import { defineKind } from '../../wire/kind.ts';
import { statusNames } from '../../wire/statuses.ts';
import { instant, unreadable } from '../../wire/values.ts';
import { TASK_STATES } from './states.ts';

export { isEnded, TASK_STATES, type TaskState } from './states.ts';

/** Why a task or one of its items failed: a code of ERRORS with its parameters, and the engine's own words. */
export const taskError = z.object({
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  reason: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() }).nullable(),
  detail: z.string().nullable(),
  /** The engine's id of the failed request. */
  request_id: z.string().nullable(),
});
export type TaskError = z.infer<typeof taskError>;

/** One resource a task works on; bulk tasks have many. */
export const taskItem = z.object({
  id: z.string().nullable(),
  name: z.string(),
  state: z.enum(statusNames(TASK_STATES)),
  error: taskError.nullable(),
});
export type TaskItem = z.infer<typeof taskItem>;

/** As a reader gets it. `gone`: there is no such thing any more that the reader could open; absent where it names none. */
const shownItem = taskItem.extend({ gone: z.boolean().optional() });

/** A long operation (S0 §3). `name` is the command: `server.create`. */
export const task = z
  .object({
    id: z.string(),
    task_id: z.string(),
    name: z.string(),
    state: z.enum(statusNames(TASK_STATES)),
    args: z.array(z.unknown()),
    /** The call's body without secrets. */
    kwargs: z.record(z.string(), z.unknown()),
    error: taskError.nullable(),
    result: z.unknown().nullable(),
    /** Whether args, kwargs and result hold their beginning only, as in lists; a task that is read by itself has all of them. */
    truncated: z.boolean(),
    /** Echo of a caller's own mark (decision B19). */
    event: z.string().nullable(),
    /** 0 to 1 */
    progress: z.number(),
    flow: z.string().nullable(),
    items: z.array(shownItem),
    /** Kind of the items: `server`. */
    entity: z.string(),
    user_id: z.string().nullable(),
    user_name: z.string().nullable(),
    project_id: z.string().nullable(),
    project_name: z.string().nullable(),
    domain_id: z.string().nullable(),
    domain_name: z.string().nullable(),
    created_at: instant,
    finished_at: instant.nullable(),
    revision: z.number().int(),
    unreadable,
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;

/** A task as lists show it: of each of its long parts the beginning. */
export function briefTask<T extends { args?: unknown; kwargs?: unknown; result?: unknown; truncated?: unknown }>(whole: T) {
  const part = (member: unknown) => truncate(member, TASK_BRIEF_BYTES);
  const [args, kwargs, result] = [part(whole.args), part(whole.kwargs), part(whole.result)];
  const truncated = whole.truncated === true || args.cut || kwargs.cut || result.cut;
  return { ...whole, args: args.value, kwargs: kwargs.value, result: result.value, truncated };
}

export const taskKind = defineKind({
  name: 'task',
  subject: 'tasks',
  channel: 'tasks',
  isOurs: true,
  entity: task,
  version: 2,
  // Tasks of before hold all of it; they are forgotten after a month.
  upgrades: { 1: (task) => ({ ...task, truncated: false }) },
  // Those too, and what is stored whole.
  listed: (entity) => (entity['truncated'] === true ? entity : briefTask(entity)),
  shareable: false,
  ofDomains: true,
  status: { at: 'state', of: TASK_STATES },
  defaultSort: 'created_at:desc',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is'] },
    name: { path: 'name', type: 'text', filter: ['is'] },
    state: { path: 'state', type: 'text', filter: ['is'] },
    item: { path: 'items.id', type: 'text', many: true, filter: ['is'] },
    object: { path: 'items.name', type: 'text', many: true, filter: ['contains'] },
    user: { path: 'user_name', type: 'text', filter: ['contains'] },
    user_id: { path: 'user_id', type: 'text', filter: ['is'] },
    project_id: { path: 'project_id', type: 'text', filter: ['is'] },
    created_at: { path: 'created_at', type: 'time', sort: true },
    since: { path: 'created_at', type: 'time', since: 'created_at', filter: ['is'] },
  },
  joins: [
    { kind: 'project', at: '', id: 'project_id', fields: { project_name: 'name' } },
    { kind: 'domain', at: '', id: 'domain_id', fields: { domain_name: 'name' } },
  ],
  presence: { at: 'items', id: 'id', kind: 'entity', member: 'gone' },
});
