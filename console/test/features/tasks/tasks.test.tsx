import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { callApi } from '../../../src/app/api/request.ts';
import { emitNoticeAction } from '../../../src/app/notify/actions.ts';
import { centreStore, startCentre } from '../../../src/app/notify/centre.ts';
import { noticeStore, notify } from '../../../src/app/notify/notices.ts';
import { Companion } from '../../../src/features/tasks/companion.tsx';
import { durationOf } from '../../../src/app/notify/pop-ups.ts';
import { Page } from '../../../src/features/tasks/page.tsx';
import { noticeOf } from '../../../src/features/tasks/task-notice.ts';
import { COMMANDS, commandText } from '../../../src/features/tasks/task-texts.ts';
import { aTask, openPage } from '../../support/console-page.tsx';
import { acting, click, find, pageText, settle } from '../../support/render.tsx';
import i18next from 'i18next';

const failed: Task['error'] = {
  code: 'quota_exceeded',
  message: 'English of the server',
  params: { resource: 'cores' },
  reason: null,
  detail: 'Quota exceeded for cores',
  request_id: 'req-7',
};

it('every command that a task can carry has a name in words', () => {
  expect(COMMANDS).toEqual(expect.arrayContaining(['server.start', 'key_pair.delete']));
  for (const name of COMMANDS) expect(commandText(i18next.getFixedT('en', 'tasks'), name)).not.toBe(name);
});

describe('the list of tasks', () => {
  it('the list of tasks shows what was done to what, by whom, and the result of each object', async () => {
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
    for (const text of ["The project's quota is exceeded: cores.", 'Quota exceeded for cores', 'req-7']) expect(pageText()).toContain(text);
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
    const words = {
      t: i18next.getFixedT('en', 'tasks'),
      shell: i18next.getFixedT('en', 'shell'),
      addressOf: () => undefined,
      mayRetry: () => false,
    };
    for (const [state, type] of Object.entries(types))
      expect([state, noticeOf(words as never, aTask({ state: state as keyof typeof types })).type]).toEqual([state, type]);
  });

  it('a paused task is told as one in progress: it says that it is paused, and does not vanish [choice.task-paused-notification]', () => {
    const words = {
      t: i18next.getFixedT('en', 'tasks'),
      shell: i18next.getFixedT('en', 'shell'),
      addressOf: () => undefined,
      mayRetry: () => false,
    };
    const notice = noticeOf(words as never, aTask({ state: 'paused' }));
    expect(notice).toMatchObject({ type: 'progress', message: 'Paused' });
    expect(durationOf({ ...notice, id: 'n', version: 1 })).toBeNull();
  });

  it('the notice of a failed task on several objects groups their names by the message [err.mass-group]', () => {
    const words = {
      t: i18next.getFixedT('en', 'tasks'),
      shell: i18next.getFixedT('en', 'shell'),
      addressOf: () => undefined,
      mayRetry: () => false,
    };
    const refused: Task['error'] = { ...failed, code: 'no_capacity', params: {} };
    const items = [failed, refused, failed].map((error, index) => ({
      id: `s${index}`,
      name: `web-${index}`,
      state: 'failed' as const,
      error,
    }));
    const { title, message } = noticeOf(words as never, aTask({ name: 'server.start', state: 'failed', items }));
    expect([title, ...message!.split('\n')]).toEqual([
      'Failed: Start virtual machine: 3 objects',
      '3 of 3 failed.',
      "web-0 and web-2: The project's quota is exceeded: cores.",
      'web-1: No node has enough free capacity.',
    ]);
    const many = Array.from({ length: 9 }, (_, index) => ({ ...items[0]!, id: `m${index}`, name: `m-${index}` }));
    expect(noticeOf(words as never, aTask({ state: 'failed', items: many })).message).toContain('m-0, m-1, m-2, m-3, m-4, and 4 others: ');
  });

  it('the title of a notice says that a task has failed where all of it has, with the words of the server below', () => {
    const [t, shell] = [i18next.getFixedT('en', 'tasks'), i18next.getFixedT('en', 'shell')];
    const words = { t, shell, addressOf: () => undefined, mayRetry: () => false };
    const item = { id: 'n1', name: 'lan', state: 'failed' as const, error: failed };
    const task = aTask({ name: 'network.create', entity: 'network', state: 'failed', error: failed, items: [item] });
    const { title, message } = noticeOf(words as never, task);
    expect(title).toBe('Failed: Create network: lan');
    expect(message?.split('\n')).toContain('Quota exceeded for cores');
    const some = aTask({ state: 'failed', items: [item, { ...item, id: 'n2', state: 'success', error: null }] });
    expect(noticeOf(words as never, some).title).toBe('Shut down virtual machine: 2 objects');
  });

  it.each([
    [
      'an image of a volume',
      'volume.uploadToImage',
      'volume',
      { image_name: 'golden' },
      { image_id: 'made-1' },
      'Create image from volume: golden',
      '/image/made-1',
    ],
    [
      'an image of a virtual machine',
      'server.createImage',
      'server',
      { name: 'golden' },
      { image_id: 'made-1' },
      'Create image from virtual machine: golden',
      '/image/made-1',
    ],
    ['a clone of a volume', 'volume.clone', 'volume', { name: 'copy' }, { id: 'made-1' }, 'Clone volume: copy', '/volume/made-1'],
  ])('the notice of %s names what is made, and leads to it once it is there', (_, name, entity, kwargs, result, title, page) => {
    const [t, shell] = [i18next.getFixedT('en', 'tasks'), i18next.getFixedT('en', 'shell')];
    const words = { t, shell, addressOf: (kind: string, id: string) => `/${kind}/${id}`, mayRetry: () => false };
    const told = (change: Partial<Task>) => {
      const { title: said, actions, components } = noticeOf(words as never, aTask({ name, entity, kwargs, ...change }));
      return [said, actions?.[0]?.payload, components?.map(({ kind, id, name: called }) => [kind, id, called].join(' '))];
    };
    expect(told({})).toEqual([title, '/tasks/task-1', []]);
    const [, kind = '', id] = page.split('/');
    expect(told({ state: 'success', result })).toEqual([title, page, [[kind, id, title.split(': ')[1]].join(' ')]]);
    expect(told({ state: 'failed', result })).toEqual([`Failed: ${title}`, '/tasks/task-1', []]);
  });

  it('a notice tells of each task of the user that ends while the console is open, once each', async () => {
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
        title: 'Failed: Create virtual machine: web-1',
        message: "The project's quota is exceeded: cores.\nQuota exceeded for cores\nRequest req-7",
      },
    ]);
  });

  it('a notice tells that a task has begun, leads to its object, and gives way to the end of the task', async () => {
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

  it('no notice tells of a failed task whose refusal was the answer to what this window asked for', async () => {
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
      ['task:of another window', 'Part of the cloud does not respond: compute. Try again later.\nQuota exceeded for cores\nRequest req-7'],
    ]);
  });

  it('the console asks for the tasks of the user alone, and after tasks that younger ones pushed out of the list', async () => {
    startCentre();
    centreStore.set({ items: [] });
    const old = aTask({ id: 'old' });
    let tasks = [old];
    const { asked, queryClient } = await openPage(Companion, ({ query }) => ({
      body: { data: query.has('id') ? [aTask({ id: 'old', state: 'success' })] : tasks },
    }));
    expect(asked.filter(({ path }) => path === '/api/v2/tasks').every(({ query }) => query.get('user_id') === 'user-1')).toBe(true);
    tasks = [aTask({ id: 'young' })];
    await settle(650);
    void queryClient.invalidateQueries();
    await settle(650);
    expect(asked.findLast(({ query }) => query.has('id'))?.query.get('id')).toBe('in:old');
    expect(noticeStore.get().notices.map(({ id, type }) => [id, type])).toContainEqual(['task:old', 'success']);
  });

  it('a notice tells how a task of this window ended, also where it had ended before the tasks were first read', async () => {
    noticeStore.set({ notices: [] });
    const answer = ({ method }: { method: string }) =>
      method === 'POST'
        ? { status: 202, body: { task_id: 'quick', id: null } }
        : { body: { data: [aTask({ id: 'quick', state: 'success' }), aTask({ id: 'older', state: 'success' })], count: 2 } };
    await openPage(() => null, answer);
    await callApi(api.servers.start, { params: { serverId: 's' } });
    await openPage(Companion, answer);
    await vi.waitFor(() => expect(noticeStore.get().notices.map(({ id }) => id)).toEqual(['task:quick']));
  });

  it('a notice tells once how a task ended that the list had as ended before the answer named it', async () => {
    noticeStore.set({ notices: [] });
    const answer = ({ method }: { method: string }) =>
      method === 'POST'
        ? { status: 202, body: { task_id: 'slow answer', id: null } }
        : { body: { data: [aTask({ id: 'slow answer', state: 'success' }), aTask({ id: 'older', state: 'success' })], count: 2 } };
    const { queryClient } = await openPage(Companion, answer);
    await settle(650);
    expect(noticeStore.get().notices).toEqual([]);
    await acting(() => callApi(api.servers.start, { params: { serverId: 's' } }));
    await vi.waitFor(() => expect(noticeStore.get().notices.map(({ id }) => id)).toEqual(['task:slow answer']));
    noticeStore.set({ notices: [] });
    await acting(() => callApi(api.servers.start, { params: { serverId: 's' } }));
    void queryClient.invalidateQueries();
    await settle(650);
    expect(noticeStore.get().notices).toEqual([]);
  });

  it('a task in another project of the user is asked for in its own scope, and told when it ends', async () => {
    noticeStore.set({ notices: [] });
    startCentre();
    centreStore.set({ items: [] });
    const other = {
      id: 'project-2',
      name: 'Q',
      description: '',
      enabled: true,
      domain_id: 'd',
      role: 'project_user' as const,
      read_only: false,
    };
    const answer = ({ path, query }: { path: string; query: URLSearchParams }) => {
      if (path.includes('project-2')) return { body: { token: 'token-2' } };
      return { body: { data: query.has('id') ? [aTask({ id: 'far', project_id: 'project-2', state: 'success' })] : [] } };
    };
    await openPage(() => null, answer);
    const telling = {
      t: i18next.getFixedT('en', 'tasks'),
      shell: i18next.getFixedT('en', 'shell'),
      addressOf: () => undefined,
      mayRetry: () => false,
    };
    notify(noticeOf(telling as never, aTask({ id: 'far', project_id: 'project-2' })));
    await openPage(Companion, answer, undefined, undefined, { projects: [other] });
    const told = () => centreStore.get().items.map(({ id, type }) => [id, type]);
    await vi.waitFor(() => expect(told()).toContainEqual(['task:far', 'success']), 5000);
  });

  it('a notice of a failed task offers to try again, also after a reload, and not twice', async () => {
    startCentre();
    centreStore.set({ items: [] });
    const items = [{ id: 'server-1', name: 'web-1', state: 'failed' as const, error: failed }];
    const broken = aTask({ id: 'broken', name: 'server.resize', state: 'failed', kwargs: { flavor_id: 'f' }, error: failed, items });
    let tasks = [aTask({ id: 'broken' })];
    const { asked, queryClient } = await openPage(Companion, ({ method, path }) =>
      method === 'POST' ? { body: { task_id: 'new', id: null } } : { body: path.endsWith('/broken') ? broken : { data: tasks } },
    );
    tasks = [broken];
    await settle(650);
    void queryClient.invalidateQueries();
    await settle(650);
    const entry = () => centreStore.get().items.find(({ operationId }) => operationId === 'broken');
    const action = entry()?.actions.find(({ name }) => name === 'tasks.retry');
    // Plain data: what is stored can be pressed by another page.
    expect(action).toEqual({ label: 'Retry failed objects', name: 'tasks.retry', payload: 'broken' });
    emitNoticeAction(action!);
    emitNoticeAction(action!);
    await settle(700);
    expect(asked.filter(({ method }) => method === 'POST')).toMatchObject([
      { path: '/api/v2/compute/servers/server-1/resize', body: { flavor_id: 'f' } },
    ]);
    expect(entry()?.actions.map(({ name }) => name)).toEqual(['open']);
  });
});
