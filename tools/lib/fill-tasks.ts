import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { sessionCalls } from '@gantry/contract/nouns/session/calls';
import type { TaskItem } from '@gantry/contract/nouns/tasks/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import { startApp } from '../../server/src/app/app.ts';
import { readConfig } from '../../server/src/app/config.ts';
import { concluded, newDocument, putTask, taskErrorOf, taskKey, type TaskDocument } from '../../server/src/tasks/document.ts';
import { signInTo } from './session.ts';

const DAY_MS = 24 * 3_600_000;
/** Days that the history goes back: as long as tasks are kept, less one. */
const DAYS = 29;
const CHUNK = 500;
const COMMANDS = ['server.stop', 'server.start', 'server.reboot', 'server.update', 'server.resize'];
/** Of so many tasks one has failed, and one was cancelled. */
const FAILED = 20;
const CANCELLED = 50;
/** Objects of the bulk, and at which of them it failed. */
const BULK = 200;
const BAD = 3;

type Actor = Parameters<typeof newDocument>[0]['actor'];
interface Named {
  id: string;
  name: string;
}

const refusal = (detail: string) => taskErrorOf(new GantryError('engine_refused', { detail }), null);

function ended(actor: Actor, id: string, command: string, items: TaskItem[], at: number, kwargs = {}): TaskDocument {
  return concluded(
    newDocument({ id, command, entity: 'server', kwargs, event: undefined, actor, items, now: at }),
    { requestIds: [] },
    at + 4000,
  );
}

/** The nth of the tasks on one server. */
function single(actor: Actor, { id, name }: Named, index: number, at: number): TaskDocument {
  const state = index % FAILED === 7 ? 'failed' : index % CANCELLED === 11 ? 'cancelled' : 'success';
  const error = state === 'failed' ? refusal(`No valid host was found (${index}).`) : null;
  return ended(actor, `filled-${index}`, COMMANDS[index % COMMANDS.length] ?? '', [{ id, name, state, error }], at);
}

/** Yesterday's shutdown of 200 servers, most of which are gone by now, that failed at three which are still there. */
function bulk(actor: Actor, servers: readonly Named[], now: number): TaskDocument {
  const items = Array.from({ length: BULK }, (_, index): TaskItem => {
    const there = index % 60 === 59 ? servers[(index - 59) / 60] : undefined;
    const error = there ? refusal(`The node of ${there.name} is busy.`) : null;
    return { id: `gone-${index}`, name: `gone-${index}`, ...there, state: there ? 'failed' : 'success', error };
  });
  const at = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS / 2;
  return ended(actor, 'filled-bulk', 'server.stop', items, at, { ids: items.map(({ id }) => id) });
}

/**
 * Fills the store of a product that is not running with so many ended tasks of acme-member in acme-prod, over 29 days: on one server each, and
 * the last one yesterday's bulk of 200 that failed at three. What was filled before is replaced. `env`: of the product; made where it is empty.
 */
export async function fillTasks(env: Record<string, string>, count: number): Promise<void> {
  const app = await startApp(readConfig({ ...env, GANTRY_LOG_LEVEL: 'warn' }));
  try {
    const session = await signInTo(app.selfServiceUrl, 'acme', 'acme-member', 'acme-prod');
    const who = sessionCalls.whoami.answer.parse(await session.get(sessionCalls.whoami.path));
    const { data } = serverCalls.list.answer.parse(await session.get(`${serverCalls.list.path}?status=ACTIVE&sort=name:asc`));
    const servers = data.map(({ id, name }) => ({ id, name }));
    if (servers.length < BAD) throw new Error(`a history needs ${BAD} servers that run`);
    const [projectId, domainId] = [who.project_id ?? '', who.domain_id];
    const scope = { type: 'project', projectId, domainId } as const;
    const actor: Actor = { userId: who.id, userName: who.name, domainId, scope, sessionHash: null, scopeTokenHash: null };
    const owner = { domainId, projectId, userId: null };
    const now = Date.now();
    const step = (DAYS * DAY_MS) / count;
    for (let from = 0; from < count - 1; from += CHUNK) {
      const documents = Array.from({ length: Math.min(CHUNK, count - 1 - from) }, (_, at) => {
        const index = from + at;
        return single(actor, servers[index % servers.length] ?? { id: '', name: '' }, index, now - DAYS * DAY_MS + index * step);
      });
      await app.store.transaction((writer) =>
        writer.putMany(documents.map((document) => ({ ...taskKey(document.id), ...owner, document }))),
      );
    }
    await app.store.transaction((writer) => putTask(writer, owner, bulk(actor, servers, now)));
  } finally {
    await app.close();
  }
}
