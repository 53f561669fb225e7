import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { api } from '../../app/api/calls.ts';
import { ApiError } from '../../app/api/errors.ts';
import { callApi, type CallOptions } from '../../app/api/request.ts';
import type { Entry } from '../../app/notify/centre-entries.ts';
import { centreStore, close, forget } from '../../app/notify/centre.ts';
import { dismiss, notify } from '../../app/notify/notices.ts';
import { sessionStore } from '../../app/session/state.ts';
import { noticeOf, progressId, type Telling } from './task-notice.ts';

/** Ids that one request asks for. */
const AT_ONCE = 50;

const waiting = (): Entry[] => centreStore.get().items.filter(({ type, task }) => type === 'progress' && task !== null);

/** The other project of the user that a task belongs to, if it does. */
function otherProjectOf({ task }: Entry): AccountProject | undefined {
  const { currentProject, projects } = sessionStore.get();
  return projects.find(({ id, enabled }) => enabled && id === task?.project_id && id !== currentProject?.id);
}

/** What has ended of them becomes its result; what nobody knows any more is forgotten: tasks are kept for a month. */
async function settle(entries: readonly Entry[], telling: Telling, popsUp: boolean, options: CallOptions): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const part = entries.slice(at, at + AT_ONCE);
    const ids = part.flatMap(({ task }) => task?.id ?? []);
    const { data } = await callApi(api.tasks.list, { query: { id: `in:${ids.join(',')}`, limit: AT_ONCE } }, options);
    const found = new Map(data.map((task) => [task.id, task]));
    for (const entry of part) {
      const task = found.get(entry.task?.id ?? '');
      if (!task) forget(entry);
      else if (isEnded(task)) {
        dismiss(progressId(task));
        notify({ ...noticeOf(telling, task), ...(!popsUp && { showBottom: false }) });
      }
    }
  }
}

/** Looks after what waits in the scope one is in, but for the tasks that are known. @param popsUp whether its end is news */
export async function settleWaiting(known: readonly Task[], telling: Telling, popsUp: boolean): Promise<void> {
  const { currentProject } = sessionStore.get();
  const ids = new Set(known.map(({ id }) => id));
  const here = waiting().filter(({ task }) => !currentProject || task?.project_id === currentProject.id);
  const unknown = here.filter((entry) => !ids.has(entry.task?.id ?? '') && !otherProjectOf(entry));
  try {
    if (unknown.length > 0) await settle(unknown, telling, popsUp, {});
  } catch (error) {
    console.warn('What has become of tasks could not be read', error);
  }
}

/** Tokens of other projects, of one session. */
let tokens: { session: string | null; of: Map<string, string> } = { session: null, of: new Map() };

async function tokenOf(projectId: string): Promise<string> {
  const { token: session } = sessionStore.get();
  if (tokens.session !== session) tokens = { session, of: new Map() };
  const known = tokens.of.get(projectId);
  if (known !== undefined) return known;
  const { token } = await callApi(api.session.enterProject, { params: { projectId } }, { guard: 'skip', unscoped: true });
  tokens.of.set(projectId, token);
  return token;
}

/**
 * Looks after what waits in other projects of the user, each in its own scope: of their tasks the server tells nothing in this one. What cannot be
 * asked for from here is taken out of sight until one is where it can.
 */
export async function settleInOtherProjects(telling: Telling): Promise<void> {
  const { currentProject, projects } = sessionStore.get();
  if (projects.length === 0) return;
  for (const [project, entries] of Map.groupBy(waiting(), otherProjectOf)) {
    if (!project) {
      const lost = entries.filter(({ task, isClosed }) => currentProject && task?.project_id !== currentProject.id && !isClosed);
      for (const entry of lost) close(entry);
      continue;
    }
    try {
      await settle(entries, telling, true, { scopedToken: await tokenOf(project.id), guard: 'skip' });
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) tokens.of.delete(project.id);
      console.warn('What has become of tasks in another project could not be read', error);
    }
  }
}
