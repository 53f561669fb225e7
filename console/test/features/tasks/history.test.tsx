import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { describe, expect, it } from 'vitest';
import { Page as DetailsPage } from '../../../src/features/tasks/details-page.tsx';
import { Page } from '../../../src/features/tasks/page.tsx';
import { againFor } from '../../../src/features/tasks/again.ts';
import { aTask, openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle } from '../../support/render.tsx';

const refused = (detail: string): Task['error'] => ({
  code: 'engine_refused',
  message: 'English of the server',
  params: {},
  reason: null,
  detail,
  request_id: 'req-9',
});

/** A shutdown of 200 that failed at three, one of which is deleted by now. */
const bulk = aTask({
  id: 'task-200',
  state: 'failed',
  kwargs: { ids: Array.from({ length: 200 }, (_, index) => `server-${index}`), timeout: 60 },
  error: refused('first'),
  items: Array.from({ length: 200 }, (_, index) => {
    const failed = [5, 77, 140].includes(index);
    const error = failed ? refused(`node ${index} is busy`) : null;
    return {
      id: `server-${index}`,
      name: `web-${index}`,
      state: failed ? ('failed' as const) : ('success' as const),
      error,
      gone: index === 140,
    };
  }),
  finished_at: '2026-11-20T10:02:05Z',
});

const openDetails = (task: Task) =>
  openPage(
    DetailsPage,
    ({ method }) => ({ body: method === 'GET' ? task : { task_id: 'task-new', id: null } }),
    `/tasks/${task.id}`,
    '/tasks/$taskId',
  );

describe('the page of a task', () => {
  it('the page of a task on 200 objects shows the three that failed, each with its error, and the others when asked', async () => {
    await openDetails(bulk);
    for (const text of [
      '197 of 200',
      'web-5',
      'node 5 is busy',
      'req-9',
      'node 77 is busy',
      'node 140 is busy',
      '2 min 5 sec',
      '"timeout": 60',
    ])
      expect(pageText()).toContain(text);
    expect(pageText()).not.toContain('web-6');
    expect(pageText()).not.toContain('English of the server');
    await click(find('button', 'All (200)'));
    expect(pageText()).toContain('web-49');
    expect(pageText()).not.toContain('web-50');
    expect(pageText()).toContain('1–50 of 200');
    for (let page = 1; page < 4; page++) await click(find('button', 'Next page'));
    expect(pageText()).toContain('web-199');
    expect(pageText()).not.toContain('web-149');
    expect(find('button', 'Next page').getAttribute('aria-disabled')).toBe('true');
    await click(find('button', 'Failed (3)'));
    expect(all('button', 'Next page')).toHaveLength(0);
    expect(pageText()).toContain('web-5');
  });

  it('a failed task is tried again for the failed objects that still exist, as one new task that the page leads to', async () => {
    const { asked, router } = await openDetails(bulk);
    await click(find('button', 'Retry failed objects'));
    expect(pageText()).toContain('web-5 and web-77.');
    await click(all('button', 'Retry failed objects').at(-1)!);
    await settle(100);
    const [sent] = asked.filter(({ method }) => method === 'POST');
    expect(sent).toMatchObject({ path: '/api/v2/compute/servers/bulk/stop', body: { ids: ['server-5', 'server-77'], timeout: 60 } });
    expect(router.latestLocation.pathname).toBe('/tasks/task-new');
  });

  it('the page of a task says that an object is deleted, and does not lead to it', async () => {
    await openDetails(aTask({ state: 'success', items: [{ id: 'server-1', name: 'web-1', state: 'success', error: null, gone: true }] }));
    expect(pageText()).toContain('web-1 (deleted)');
    expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).not.toContain(
      '/compute/instances/instance/server-1',
    );
  });

  it('the page of a task that is forgotten or foreign says so', async () => {
    const missing = { error: { err_code: 'not_found', message: 'x', data: {} } };
    await openPage(DetailsPage, () => ({ status: 404, body: missing }), '/tasks/old', '/tasks/$taskId');
    expect(pageText()).toContain('Tasks are kept for 30 days.');
  });

  it('the page of a running task says how many objects have not begun, and cancels the task', async () => {
    const items = [
      { id: 'server-1', name: 'web-1', state: 'running' as const, error: null },
      { id: 'server-2', name: 'web-2', state: 'starting' as const, error: null },
    ];
    const { asked } = await openDetails(aTask({ items }));
    await click(find('button', 'Cancel task'));
    expect(pageText()).toContain('1 object has not started and will be skipped.');
    await click(all('button', 'Cancel task').at(-1)!);
    await settle(50);
    expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/v2/tasks/task-1/cancel']);
  });
});

describe('what a task is asked for again by', () => {
  const failed = { id: 'server-1', name: 'web-1', state: 'failed' as const, error: refused('x') };
  const again = (change: Partial<Task>) => {
    const found = againFor(aTask({ state: 'failed', items: [failed], ...change }));
    return found && [found.call.id, found.input];
  };

  it('a failed task is tried again by the call of its command', () => {
    expect(again({ name: 'server.delete', kwargs: { ids: ['server-1', 'server-2'] } })).toEqual([
      'servers.bulkDelete',
      { body: { ids: ['server-1'] } },
    ]);
    expect(again({ name: 'server.unpause' })).toEqual(['servers.unpause', { params: { serverId: 'server-1' } }]);
  });

  it('a failed task on one object is tried again with its whole body, whatever stands in its path', () => {
    expect(again({ name: 'server.resize', kwargs: { flavor_id: 'f-2' } })).toEqual([
      'servers.resize',
      { params: { serverId: 'server-1' }, body: { flavor_id: 'f-2' } },
    ]);
    expect(again({ name: 'network.updateSubnet', entity: 'network', kwargs: { subnetId: 'subnet-1', name: 'b' } })).toEqual([
      'networks.updateSubnet',
      { params: { subnetId: 'subnet-1' }, body: { name: 'b' } },
    ]);
  });

  it('a failed task cannot be tried again where it creates something, or was asked for by a query', () => {
    expect(again({ name: 'server.create', kwargs: { name: 'web-1', flavor_id: 'f' } })).toBeUndefined();
    expect(again({ name: 'server.detachVolume', kwargs: { volume_id: 'v' } })).toBeUndefined();
    expect(again({ name: 'server.resize', kwargs: { deep: [{ token: '***' }] } })).toBeUndefined();
  });

  it('a task cannot be tried again where its request is not fully known, nothing is left of it, or it has not ended', () => {
    expect(again({ name: 'server.changePassword', kwargs: { password: '***' } })).toBeUndefined();
    expect(again({ name: 'server.create', items: [{ ...failed, id: null }] })).toBeUndefined();
    expect(again({ items: [{ ...failed, gone: true }] })).toBeUndefined();
    expect(again({ state: 'running' })).toBeUndefined();
  });
});

describe('the list of tasks', () => {
  it('the list of tasks filters a day by its limits in the local time zone, and tells how many tasks have each state', async () => {
    const { asked, router } = await openPage(
      Page,
      ({ query }) => ({ body: { data: [bulk], count: query.get('state') === 'in:failed,aborted' ? 3 : 1 } }),
      '/tasks',
      '/tasks',
    );
    await click(find('button', 'Status'));
    await settle(50);
    expect(all('menuitem').map(({ textContent }) => textContent)).toEqual(['Failed3', 'In progress1', 'Done1', 'Cancelled1']);
    await click(find('button', 'Status'));
    await click(find('button', 'Started'));
    await settle(50);
    const [today, yesterday] = all('menuitem').map(({ textContent }) => textContent);
    expect([today, yesterday]).toEqual(['Today', 'Yesterday']);
    await click(all('checkbox', 'Yesterday')[0]!);
    await settle(50);
    const now = new Date();
    const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
    const period = `in:${midnight(1)}/${midnight(0)}`;
    expect(router.latestLocation.search).toMatchObject({ since: period });
    expect(
      asked
        .filter(({ path }) => path === '/api/v2/tasks')
        .at(-1)
        ?.query.get('since'),
    ).toBe(period);
  });

  it('the list of tasks asks by object, user and state, and finds the object that a link names', async () => {
    const { asked } = await openPage(
      Page,
      () => ({ body: { data: [bulk], count: 1 } }),
      '/tasks?object=web&state=in:failed,aborted&item=in:server-5&user=ann',
      '/tasks',
    );
    const [list] = asked.filter(({ path }) => path === '/api/v2/tasks');
    expect(Object.fromEntries(list!.query)).toMatchObject({
      object: 'contains:web',
      user: 'contains:ann',
      state: 'in:failed,aborted',
      item: 'in:server-5',
      limit: '20',
    });
    for (const text of ['200 objects', '197 of 200', 'The cloud refused the request.', 'web-5']) expect(pageText()).toContain(text);
  });
});
