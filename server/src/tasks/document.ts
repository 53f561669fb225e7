/** The row of kind `task`: what users see of a task. Pure functions from one document to the next. */
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import { truncate } from '@gantry/contract/wire/truncate';
import { briefTask, isEnded, task, taskItem, type TaskError, type TaskItem, type TaskState } from '@gantry/contract/nouns/tasks/entity';
import { instantOf } from '../port/clock.ts';
import type { Acceptance } from '../port/engine.ts';
import type { EndedTask } from './port.ts';
import type { ChangeNote } from '../port/store/changes.ts';
import type { Document, Owner, RowKey } from '../port/store/rows.ts';
import type { TaskActor } from '../port/store/tasks.ts';
import type { Writer } from '../port/store/writer.ts';
import { putOverflow, overflowOf } from '../store/records/overflow.ts';

/** Engine name in the keys of task rows: tasks belong to no cloud. */
const TASK_ENGINE = 'gantry';

/** Names of others, and whether what a task worked on is still there, are found out when it is read. */
const stored = task.omit({ revision: true, project_name: true, domain_name: true }).extend({ items: z.array(taskItem) });
export type TaskDocument = z.infer<typeof stored>;

export const taskKey = (id: string): RowKey => ({ engine: TASK_ENGINE, kind: 'task', id });

export const readDocument = (document: Document): TaskDocument => stored.parse(document);

/** Writes the row of a task; what it has no room for is kept beside it. */
export async function putTask(writer: Writer, owner: Owner, document: TaskDocument, note?: ChangeNote): Promise<void> {
  const { domainId, projectId, userId } = owner;
  const shown = briefTask(document);
  if (shown.truncated) {
    const { args, kwargs, result } = document;
    // Of a row that was cut before only the result is new.
    const known = document.truncated ? await overflowOf(writer.records, 'task', document.id) : undefined;
    await putOverflow(writer.records, 'task', document.id, { args, kwargs, ...known, result, truncated: false });
  }
  await writer.put({ ...taskKey(document.id), domainId, projectId, userId, document: shown }, note);
}

/** A task belongs to the scope it was asked in (decision E12). */
export function ownerOf(actor: TaskActor): Owner {
  const { scope } = actor;
  return {
    domainId: scope.type === 'project' || scope.type === 'domain' ? scope.domainId : null,
    projectId: scope.type === 'project' ? scope.projectId : null,
    userId: scope.type === 'user' ? actor.userId : null,
  };
}

interface NewTask {
  id: string;
  command: string;
  entity: string;
  kwargs: Readonly<Record<string, unknown>>;
  event: string | undefined;
  actor: TaskActor;
  items: TaskItem[];
  now: number;
}

/** The document of a task whose engine has not been asked yet. */
export function newDocument({ id, command, entity, kwargs, event, actor, items, now }: NewTask): TaskDocument {
  const { domainId, projectId } = ownerOf(actor);
  return {
    id,
    task_id: id,
    name: command,
    state: 'starting',
    args: items.flatMap((item) => (item.id === null ? [] : [item.id])),
    kwargs: { ...kwargs },
    error: null,
    result: null,
    truncated: false,
    event: event ?? null,
    progress: 0,
    flow: null,
    items,
    entity,
    user_id: actor.userId,
    user_name: actor.userName,
    project_id: projectId,
    domain_id: domainId,
    created_at: instantOf(now),
    finished_at: null,
  };
}

/** Most bytes of an engine's own words about an item: a task has many. */
const DETAIL_BYTES = 1024;

/** An error as tasks keep it. What is no GantryError is a defect: its text stays in the log. */
export function taskErrorOf(error: unknown, requestId: string | null): TaskError {
  const known = error instanceof GantryError ? error : new GantryError('internal');
  const { reason } = known;
  return {
    code: known.code,
    message: known.message,
    params: { ...known.params },
    reason: reason ? { code: reason.code, ...(reason.params && { params: { ...reason.params } }) } : null,
    detail: known.detailForUsers === undefined ? null : truncate(known.detailForUsers, DETAIL_BYTES).value,
    request_id: known.requestId ?? requestId,
  };
}

/** The document with one item changed; a task that only started is running from then on. */
export function withItem(document: TaskDocument, index: number, change: Partial<TaskItem>): TaskDocument {
  const items = document.items.map((item, at) => (at === index ? { ...item, ...change } : item));
  return { ...document, items, state: document.state === 'starting' ? 'running' : document.state };
}

/** Worst first: what one item suffered, the task suffered. */
const BY_WEIGHT: readonly TaskState[] = ['failed', 'aborted', 'cancelled'];

/** What the engine has said of a task: its ids of the requests, and what came of a single item beside the resource. */
interface Said {
  requestIds: readonly string[];
  report?: Acceptance['report'];
}

/**
 * The document's end, once each item has ended: success when all succeeded, else the worst of them with its error.
 * Before that the document as it is.
 */
export function concluded(document: TaskDocument, { requestIds, report }: Said, now: number): TaskDocument {
  const { items } = document;
  if (!items.every(isEnded)) return document;
  const state = BY_WEIGHT.find((bad) => items.some((item) => item.state === bad)) ?? 'success';
  return {
    ...document,
    state,
    error: items.find((item) => item.state === state)?.error ?? null,
    result: { id: items.length === 1 ? (items[0]?.id ?? null) : null, request_ids: [...requestIds], ...report },
    progress: state === 'success' ? 1 : document.progress,
    finished_at: instantOf(now),
  };
}

/** An ended task as it is told to operators. */
export const endedTask = ({ id, name, state, created_at: from, finished_at: to }: TaskDocument, requestId: string): EndedTask => ({
  id,
  command: name,
  state,
  requestId,
  seconds: Math.max(0, Date.parse(to ?? from) - Date.parse(from)) / 1000,
});

/** Items named in the failure note of a bulk task. */
const NAMED = 3;

/** What the change log says of a task that just ended badly: which resources, and why (architecture rule 17). */
export function failureNote(document: TaskDocument): ChangeNote | undefined {
  const { error, state, items } = document;
  if (error === null || (state !== 'failed' && state !== 'aborted')) return undefined;
  const names = items.filter((item) => item.state === state).map((item) => item.name);
  const name = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
  return {
    operation: 'failed',
    error: { code: error.code, name, params: { ...error.params }, ...(error.detail !== null && { detail: error.detail }) },
  };
}
