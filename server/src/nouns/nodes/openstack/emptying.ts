/** Lets all servers leave a node, some at a time, and waits until they are elsewhere. */
import { GantryError } from '@gantry/contract/wire/errors';
import type { Document } from '../../../port/store/rows.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { isUnknown } from '../../../engines/openstack/client/errors.ts';
import { askToChange, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { lookAt, refused } from '../../../engines/openstack/commands/wait.ts';
import { pause } from '../../../engines/openstack/mirror/pause.ts';
import { serversOn } from './servers-on.ts';

/** Servers that are on their way at the same time. */
const AT_ONCE = 5;
const LOOK_MS = 1000;
/** Milliseconds that a server may rest where it was, after the cloud has said yes. */
const REST_MS = 15_000;
/** Names that a failure tells. */
const NAMES = 5;
/** Lowest versions that move a server live as soon as they have said yes, and that make one elsewhere where there is room. */
const LIVE_MIGRATE = '2.30';
const EVACUATE = '2.29';

type Method = 'live' | 'cold' | 'evacuate';
const REQUESTS: Readonly<Record<Method, { body: object; needs?: string }>> = {
  live: { body: { 'os-migrateLive': { host: null, block_migration: 'auto' } }, needs: LIVE_MIGRATE },
  cold: { body: { migrate: null } },
  evacuate: { body: { evacuate: {} }, needs: EVACUATE },
};
/** Statuses in which a server leaves, and how. Others stay. */
const METHODS: Readonly<Record<'move' | 'evacuate', Readonly<Record<string, Method>>>> = {
  move: { ACTIVE: 'live', PAUSED: 'live', SHUTOFF: 'cold' },
  evacuate: { ACTIVE: 'evacuate', SHUTOFF: 'evacuate', ERROR: 'evacuate' },
};

/** A server that somebody has asked to leave. */
interface Leaving {
  name: string;
  projectId: string | null;
  /** Since when it rests where it was. */
  restingSince: number | undefined;
}

export interface Emptying {
  nodeId: string;
  requestId: string | undefined;
  /** `move`: live, and what is stopped by a migration that is confirmed; `evacuate`: made again elsewhere, for the node is gone. */
  how: keyof typeof METHODS;
}

/** Throws engine_refused with the names of what is still there when nothing more can be done. */
export async function emptyNode(parts: Parts, context: CommandContext, { nodeId, requestId, how }: Emptying): Promise<void> {
  const host = (await context.store.read.get({ engine: parts.engine, kind: 'node', id: nodeId }))?.document.host;
  if (typeof host !== 'string') throw refused(requestId, 'the node is gone');
  const leaving = new Map<string, Leaving>();
  const stuck = new Map<string, string>();
  let movedAt = Date.now();
  const on = () => serversOn(context.store, parts.engine, host);
  const of = Math.max(1, (await on()).length);
  for (;;) {
    const there = await on();
    for (const { id, document, projectId } of there) {
      if (leaving.size >= AT_ONCE) break;
      if (leaving.has(id) || stuck.has(id)) continue;
      const server: Leaving = { name: document.name, projectId, restingSince: undefined };
      // Whatever goes on with it has to end first; also what was asked before a restart.
      const method = document.task_state === null ? METHODS[how][document.status] : undefined;
      const isBusy = document.task_state !== null;
      if (!isBusy && (method === undefined || !(await begun(parts, context, id, projectId, method)))) stuck.set(id, server.name);
      else leaving.set(id, server);
    }
    context.progress(Math.max(0, 1 - there.length / of));
    if (leaving.size === 0 && there.every(({ id }) => stuck.has(id))) break;
    await pause(LOOK_MS, context.signal);
    for (const [id, server] of leaving) {
      const state = await stateOf(parts, context, id, host, server);
      const isLate = Date.now() - movedAt > parts.commandLimit;
      if (state === 'under way' && !isLate) continue;
      leaving.delete(id);
      if (state !== 'gone') stuck.set(id, server.name);
      else movedAt = Date.now();
    }
  }
  if (stuck.size > 0) throw refused(requestId, `not moved: ${named([...stuck.values()])}`);
}

const named = (names: readonly string[]): string =>
  `${names.slice(0, NAMES).join(', ')}${names.length > NAMES ? ` and ${names.length - NAMES} more` : ''}`;

/** Asks a server to leave; false where the cloud says no. What got no answer may have begun: the next looks tell. */
async function begun(parts: Parts, context: CommandContext, id: string, projectId: string | null, method: Method): Promise<boolean> {
  try {
    await act(parts, context, id, projectId, REQUESTS[method]);
    return true;
  } catch (error) {
    if (!(error instanceof GantryError) || error.code === 'reauth_required' || error.code === 'forbidden') throw error;
    context.log.info({ err: error, server: id }, 'a server does not leave its node');
    return isUnknown(error);
  }
}

async function act(
  parts: Parts,
  context: CommandContext,
  id: string,
  projectId: string | null,
  { body, needs }: { body: object; needs?: string },
): Promise<void> {
  await askToChange(parts, context, projectId, { method: 'POST', path: `/servers/${encodeURIComponent(id)}/action`, needs, body });
  await refreshNow(parts, context, id);
}

/** How far a server has come. One that was moved while it was stopped waits for a word, and gets it. */
async function stateOf(
  parts: Parts,
  context: CommandContext,
  id: string,
  from: string,
  server: Leaving,
): Promise<'gone' | 'under way' | 'stuck'> {
  const document: Document | null | undefined = await lookAt(parts, 'server', id);
  if (document === undefined) return 'under way';
  if (document === null) return 'gone';
  const { host, status, task_state: task } = document;
  if (task !== null) server.restingSince = undefined;
  if (task !== null) return 'under way';
  if (status === 'VERIFY_RESIZE' && host !== from) {
    await act(parts, context, id, server.projectId, { body: { confirmResize: null } });
    return 'gone';
  }
  if (host !== from) return 'gone';
  server.restingSince ??= Date.now();
  return Date.now() - server.restingSince > REST_MS ? 'stuck' : 'under way';
}
