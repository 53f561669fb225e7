/**
 * Resources that last and take their time: their service is asked with the task's mark, they are waited for until they are there or gone, and
 * found again after a crash; one that is already gone is a success.
 */
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { Api } from '../client/api.ts';
import { faultCode, quotaResource, ignoreNotFound, type ServiceName } from '../client/errors.ts';
import type { Items } from '../client/items.ts';
import { markOf, TASK_MARK } from '../client/mark.ts';
import { messageOf } from '../client/messages.ts';
import { pagesOf } from '../client/pages.ts';
import { updateSync } from './sync-operation.ts';
import { askToChange, required, sendChange, refreshNow, type Parts } from './parts.ts';
import { refused, statusNow, untilDone } from './wait.ts';

/** What the frame reads of a resource. */
interface Resource {
  id: string;
  status: string;
  metadata: Readonly<Record<string, string>>;
}

/** A noun whose resources its service makes and deletes in the background. */
export interface AsyncOperation<T extends Resource> {
  kind: string;
  service: ServiceName;
  /** Where they are: `/snapshots`. */
  path: string;
  /** Member of bodies and answers that holds one. */
  member: string;
  /** What a task's error calls one: `the snapshot`. */
  called: string;
  from: {
    list(api: Api, limit: number, marker: string | undefined, further: Readonly<Record<string, string>>): Promise<Items<T>>;
    get(api: Api, id: string): Promise<T>;
  };
}

interface Creation<B> {
  /** What is sent beside the mark, and in whose project it is made. Throws what is wrong with the body. */
  wanted(context: CommandContext, body: B): Promise<{ members: object; projectId: string | null }>;
  /** What narrows the listing in which it is looked for after a crash. */
  among(context: CommandContext, body: B): Readonly<Record<string, string>>;
}

/** Statuses in which a resource rests and can be used. */
const READY: ReadonlySet<string | undefined> = new Set(['available', 'in-use']);

const placeOf = ({ path }: Pick<AsyncOperation<Resource>, 'path'>, id: string): string => `${path}/${encodeURIComponent(id)}`;

/** The command that makes one, marked with its task. */
export function createAsync<B, T extends Resource>(parts: Parts, noun: AsyncOperation<T>, { wanted, among }: Creation<B>): Command<B> {
  const { kind, service, path, member, from } = noun;
  const answer = z.record(z.string(), z.object({ id: z.string() }));
  return {
    async accept(context, _target, body) {
      const { members, projectId } = await wanted(context, body);
      const marked = { ...members, metadata: { [TASK_MARK]: markOf(context) } };
      const change = { service, method: 'POST', path, body: { [member]: marked }, answer } as const;
      const made = await sendChange(parts, context, projectId, change);
      const { id } = made.body[member]!;
      await refreshNow(parts, context, id, kind);
      return { id, requestId: made.requestId };
    },
    settle: (context, { id, requestId }) => settle(parts, context, noun, { id, requestId, until: 'ready' }),
    async recover(context, _id, body) {
      const further = among(context, body);
      for await (const { items } of pagesOf(500, (limit, marker) => from.list(parts.api, limit, marker, further))) {
        const found = items.find(({ metadata }) => metadata[TASK_MARK] === markOf(context));
        if (found) return { id: found.id };
      }
      return undefined;
    },
  };
}

/** The command that changes members of one, of the same names as in its body. */
export const updateAsync = <B>(parts: Parts, noun: Omit<AsyncOperation<Resource>, 'from'>): Command<B> =>
  updateSync(parts, noun.kind, ({ id }, body) => ({ service: noun.service, path: placeOf(noun, id), body: { [noun.member]: body } }));

/** The command that deletes one. One that is gone, or going, when a crash has been survived is what the task was for. */
export const deleteAsync = <T extends Resource>(parts: Parts, noun: AsyncOperation<T>): Command => ({
  async accept(context, target) {
    const { id, projectId } = required(target);
    const change = { service: noun.service, method: 'DELETE', path: placeOf(noun, id) } as const;
    const requestId = await ignoreNotFound(askToChange(parts, context, projectId, change));
    await refreshNow(parts, context, id, noun.kind);
    return { id, requestId };
  },
  settle: (context, { id, requestId }) => settle(parts, context, noun, { id, requestId, until: 'gone' }),
  async recover(_context, target) {
    const id = required(target);
    const resource = await ignoreNotFound(noun.from.get(parts.api, id));
    return !resource || resource.status === 'deleting' ? { id } : undefined;
  },
});

interface Journey {
  id: string;
  requestId: string | undefined;
  until: 'ready' | 'gone';
}

/** Waits until a resource is there or gone; each look brings its row in step, an outage is waited out. Throws engine_refused. */
function settle<T extends Resource>(
  parts: Parts,
  context: CommandContext,
  { kind, called }: AsyncOperation<T>,
  journey: Journey,
): Promise<void> {
  const { id, requestId, until } = journey;
  return untilDone(parts, context, requestId, async () => {
    const status = await statusNow(parts, kind, id);
    if (status === until || (until === 'ready' && READY.has(status))) return 'done';
    if (status === 'gone') throw refused(requestId, `${called} is gone`);
    if (status?.startsWith('error')) throw await failureOf(parts, `${called} is ${status}`, journey);
    return READY.has(status) ? { resting: `${called} stays ${status}` } : 'under way';
  });
}

/** Why a resource has come to grief, as far as its service says so. */
async function failureOf({ api }: Parts, words: string, { id, requestId }: Journey): Promise<GantryError> {
  const why = await messageOf(api, id);
  const code = why === undefined ? 'engine_refused' : faultCode(why);
  return new GantryError(code, {
    detail: why === undefined ? words : `${words}: ${why}`,
    ...(code === 'quota_exceeded' && { params: { resource: quotaResource(why!) } }),
    ...(requestId !== undefined && { requestId }),
  });
}
