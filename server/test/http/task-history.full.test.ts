import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { putTask, readDocument, taskKey } from '../../src/tasks/document.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';

const { servers, tasks } = { servers: nouns.servers.calls, tasks: nouns.tasks.calls };
const DAY = 24 * 3_600_000;

/** A filter by the day that was so many days ago, in UTC. */
const day = (ago: number): string => {
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  return `in:${new Date(midnight - ago * DAY).toISOString()}/${new Date(midnight - (ago - 1) * DAY).toISOString()}`;
};

describe.each(anyDatabase)('the history of tasks on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let pool: Server[];
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '250' } });
    lead = await app.as('acme-lead', 'acme-prod');
    // Of five samples one is off.
    pool = (await lead.call(servers.list, { query: { limit: 200, status: 'ACTIVE' } })).data;
  });
  afterAll(() => app.close());

  /** Looks now and then: who asks all the time holds up what is done in the background. */
  const ended = async (taskId: string): Promise<Task> => {
    for (;;) {
      const task = await lead.call(tasks.read, { params: { taskId } });
      if (isEnded(task)) return task;
      await delay(200);
    }
  };
  const found = async (query: Record<string, string>): Promise<Task[]> => (await lead.call(tasks.list, { query })).data;
  const named = (ids: readonly string[]) => pool.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

  it('the history finds the bulk task of yesterday by day and failure, and a new task is made of its failed items alone', async () => {
    const ids = pool.map(({ id }) => id);
    expect(ids).toHaveLength(200);
    const bad = [ids[5]!, ids[77]!, ids[140]!];
    const fault = async (value: string | null) => {
      for (const serverId of bad) {
        const metadata = value === null ? {} : { 'gantry.fault': value };
        await ended((await lead.call(servers.update, { params: { serverId }, body: { metadata } })).task_id);
      }
    };
    await fault('stop');
    const { task_id } = await lead.call(servers.bulkStop, { body: { ids } });
    await ended(task_id);
    await app.store.transaction(async (writer) => {
      const row = (await writer.get(taskKey(task_id)))!;
      const document = readDocument(row.document);
      const [created_at, finished_at] = [document.created_at, document.finished_at!].map((at) =>
        new Date(Date.parse(at) - DAY).toISOString(),
      );
      await putTask(writer, row, { ...document, created_at: created_at!, finished_at: finished_at! });
    });
    await fault(null);

    expect(await found({ since: day(0), state: 'in:failed,aborted' })).toEqual([]);
    const [yesterday, ...others] = await found({ since: day(1), state: 'in:failed,aborted' });
    expect([yesterday?.id, others]).toEqual([task_id, []]);
    const whole = await lead.call(tasks.read, { params: { taskId: task_id } });
    expect(whole).toMatchObject({ name: 'server.stop', state: 'failed', truncated: false, user_name: 'acme-lead' });
    const failed = whole.items.filter(({ state }) => state === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(bad);
    expect(failed.map(({ name }) => name)).toEqual(named(bad));
    for (const { error } of failed)
      expect(error).toMatchObject({ code: 'engine_refused', detail: 'stop failed: fault injected by metadata' });
    expect(whole.items.filter(({ state, error }) => state === 'success' && error === null)).toHaveLength(197);

    const again = await lead.call(servers.bulkStop, { body: { ...whole.kwargs, ids: failed.map(({ id }) => id!) } });
    const done = await ended(again.task_id);
    expect(done.items.map(({ id, state }) => [id, state])).toEqual(bad.map((id) => [id, 'success']));
    expect((await lead.call(tasks.read, { params: { taskId: task_id } })).items).toEqual(whole.items);
    const off = await lead.call(servers.list, { query: { limit: 1, with_count: true, status: 'SHUTOFF' } });
    expect(off.count).toBe(250);
  });

  it('a task that is cancelled leaves out what it has not begun, ends cancelled, and is not cancelled again', async () => {
    const off = (await lead.call(servers.list, { query: { limit: 200, status: 'SHUTOFF' } })).data;
    const ids = off.map(({ id }) => id);
    const { task_id: taskId } = await lead.call(servers.bulkStart, { body: { ids } });
    expect((await lead.raw('POST', `/api/v2/tasks/${taskId}/cancel`)).status).toBe(204);
    const done = await ended(taskId);
    expect([done.state, done.error]).toEqual(['cancelled', null]);
    expect(done.finished_at).not.toBeNull();
    const left = done.items.filter(({ state }) => state === 'cancelled').map(({ id }) => id);
    expect(left.length).toBeGreaterThan(ids.length / 4);
    const status = new Map((await lead.call(servers.list, { query: { limit: 1000 } })).data.map((server) => [server.id, server]));
    const untouched = left.filter((id) => status.get(id!)?.status === 'SHUTOFF' && status.get(id!)?.task_state === null);
    expect(untouched.length).toBeGreaterThan(ids.length / 4);
    for (const { id, state } of done.items) if (state === 'success') expect(status.get(id!)?.status).toBe('ACTIVE');
    expect(await found({ state: 'cancelled' })).toMatchObject([{ id: taskId }]);
    const refused = await lead.refused(tasks.cancel, { params: { taskId } });
    expect([refused.status, refused.body.error.data?.reason?.code]).toEqual([409, 'task_ended']);
  });
});
