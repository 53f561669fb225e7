import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { callApi } from '../../../src/app/api/request.ts';
import { noticeStore } from '../../../src/app/notify/notices.ts';
import { Companion } from '../../../src/features/tasks/companion.tsx';
import { Page } from '../../../src/features/tasks/page.tsx';
import { COMMANDS, commandText, noticeType } from '../../../src/features/tasks/task-texts.ts';
import { aTask, openPage } from '../../support/console-page.tsx';
import { click, find, pageText, settle } from '../../support/render.tsx';
import i18next from 'i18next';

const failed: Task['error'] = {
  code: 'quota_exceeded',
  message: 'English of the server',
  params: { resource: 'cores' },
  reason: null,
  detail: 'Quota exceeded for cores',
  request_id: 'req-7',
};

it('names the commands of all nouns', () => {
  expect(COMMANDS).toEqual(expect.arrayContaining(['server.start', 'key_pair.delete']));
  for (const name of COMMANDS) expect(commandText(i18next.getFixedT('en', 'tasks'), name)).not.toBe(name);
});

describe('the list of tasks', () => {
  it('shows what was done to what, by whom, and the result of each thing', async () => {
    const bulk = aTask({
      id: 'task-2',
      name: 'server.delete',
      state: 'failed',
      progress: 1,
      items: [
        { id: 'server-1', name: 'web-1', state: 'success', error: null },
        { id: 'server-2', name: 'web-2', state: 'failed', error: failed },
      ],
    });
    await openPage(Page, () => ({ body: { data: [aTask(), bulk], count: 2 } }));
    for (const text of ['Shut down virtual machine', 'web-1', 'Running', 'member', '2 objects', 'Failed'])
      expect(pageText()).toContain(text);
    await click(find('button', 'More about Delete virtual machine'));
    for (const text of ['The quota of the project is used up: cores.', 'Quota exceeded for cores', 'req-7'])
      expect(pageText()).toContain(text);
    expect(pageText()).not.toContain('English of the server');
  });
});

describe('the pop-up at the end of a task', () => {
  beforeEach(() => noticeStore.set({ notices: [] }));

  it('maps each state of a task to the type of its notice [task.notif-map]', () => {
    const types = {
      aborted: 'error',
      failed: 'error',
      cancelled: 'warning',
      cancelling: 'progress',
      running: 'progress',
      scheduled: 'progress',
      starting: 'progress',
      success: 'success',
    } as const;
    for (const [state, type] of Object.entries(types)) expect(noticeType(state as keyof typeof types)).toBe(type);
  });

  it("tells of the user's own tasks that end while the console is open, once each", async () => {
    const old = aTask({ id: 'old', state: 'success' });
    let tasks = [old, aTask({ id: 'a' }), aTask({ id: 'foreign', user_id: 'somebody' })];
    const { queryClient } = await openPage(Companion, () => ({ body: { data: tasks } }));
    expect(noticeStore.get().notices).toEqual([]);

    tasks = [
      old,
      aTask({ id: 'a', state: 'success' }),
      aTask({ id: 'foreign', user_id: 'somebody', state: 'success' }),
      // Began and ended between two looks.
      aTask({ id: 'b', name: 'server.create', state: 'failed', error: failed }),
    ];
    const look = async () => {
      void queryClient.invalidateQueries();
      await settle(50);
    };
    await settle(650);
    await look();
    await settle(650);
    await look();
    await settle();
    expect(noticeStore.get().notices.map(({ id, type, title, message }) => ({ id, type, title, message }))).toEqual([
      { id: 'task:a', type: 'success', title: 'Shut down virtual machine: web-1', message: 'Done' },
      // Takes the place of what the server itself may have raised.
      {
        id: 'failed:server:server-1',
        type: 'error',
        title: 'Create virtual machine: web-1',
        message: 'The quota of the project is used up: cores.\nQuota exceeded for cores',
      },
    ]);
  });

  it('tells that a task has begun, leads to what it works on, and gives way to the end', async () => {
    let tasks: Task[] = [aTask({ id: 'old' })];
    const { queryClient } = await openPage(Companion, () => ({ body: { data: tasks } }));
    expect(noticeStore.get().notices).toEqual([]);
    const look = async () => {
      await settle(650);
      void queryClient.invalidateQueries();
      await settle(50);
    };
    const begun = aTask({ id: 'new', name: 'server.create' });
    tasks = [aTask({ id: 'old' }), begun];
    await look();
    const [notice, ...others] = noticeStore.get().notices;
    expect([notice?.id, notice?.type, notice?.title, notice?.progress, others]).toEqual([
      'task:new',
      'progress',
      'Create virtual machine: web-1',
      0,
      [],
    ]);
    expect(notice?.actions?.map(({ label }) => label)).toEqual(['Open']);
    tasks = [aTask({ id: 'old' }), { ...begun, state: 'success' }];
    await look();
    expect(noticeStore.get().notices.map(({ id, type }) => [id, type])).toEqual([['task:new', 'success']]);
  });

  it('keeps silent about a task whose refusal was the answer to what this window asked for', async () => {
    let tasks: Task[] = [];
    const refusal = { err_code: 'engine_unavailable', message: 'x', data: { params: { service: 'compute' }, task_id: 'mine' } };
    const { queryClient } = await openPage(Companion, ({ method }) =>
      method === 'GET' ? { body: { data: tasks } } : { status: 503, body: { error: refusal } },
    );
    await expect(callApi(api.servers.stop, { params: { serverId: 'server-1' } })).rejects.toMatchObject({ code: 'engine_unavailable' });
    const error = { ...failed, code: 'engine_unavailable' as const, params: { service: 'compute' } };
    tasks = [
      aTask({ id: 'mine', state: 'failed', error, items: [] }),
      aTask({ id: 'of another window', state: 'failed', error, items: [] }),
    ];
    await settle(650);
    void queryClient.invalidateQueries();
    await settle(650);
    expect(noticeStore.get().notices.map(({ id, message }) => [id, message])).toEqual([
      ['task:of another window', 'Part of the cloud does not answer: compute. Try again later.\nQuota exceeded for cores'],
    ]);
  });
});
