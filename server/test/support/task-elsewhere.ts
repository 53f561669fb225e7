/** A task that another process carries out: something of it has begun, something has not, so that it can be cancelled. */
import { randomUUID } from 'node:crypto';
import { nouns } from '@gantry/contract';
import { newDocument, putTask } from '../../src/tasks/document.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';

/** Puts such a task of `who` into the store, beside one that they have begun by themselves. Answers its id. */
export async function taskElsewhere(app: TestApp, who: Client, ownTask: string): Promise<string> {
  const own = await who.call(nouns.tasks.calls.read, { params: { taskId: ownTask } });
  const { project_id: projectId, domain_id: domainId, user_id: userId } = own;
  const actor = { userId: userId!, userName: 'acme-lead', domainId: domainId!, sessionHash: null, scopeTokenHash: null };
  const scope = { type: 'project' as const, projectId: projectId!, domainId: domainId! };
  const waiting = ['running', 'starting'].map((state) => ({ id: state, name: state, state: state as 'running', error: null }));
  const id = randomUUID();
  const said = { id, command: 'server.stop', entity: 'server', kwargs: {}, event: undefined, items: waiting, now: Date.now() };
  await app.store.transaction(async (writer) => {
    const run = { id, command: 'server.stop', engine: 'none', phase: 'accepted' as const, targets: ['running', 'starting'] };
    const memo = { requestId: 'r', entity: 'server', items: [] };
    await writer.tasks.insert({ ...run, body: {}, actor: { ...actor, scope }, memo }, 'another process', 60_000);
    await putTask(writer, { domainId, projectId, userId: null }, newDocument({ ...said, actor: { ...actor, scope } }));
  });
  return id;
}
