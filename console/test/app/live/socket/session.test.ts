/** The socket of a session as the console opens it: what it is told becomes reads, notices and log entries, as far as the rights go. */
import type { ChangeEvent } from '@gantry/contract/wire/events';
import { QueryObserver } from '@tanstack/react-query';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyMeta, resetAbilities } from '../../../../src/app/abilities/abilities.ts';
import { api } from '../../../../src/app/api/calls.ts';
import { createQueryClient, readOptions } from '../../../../src/app/api/queries.ts';
import { followSessionLive } from '../../../../src/app/live/live-session.ts';
import { liveStore } from '../../../../src/app/live/live-store.ts';
import { noticeStore } from '../../../../src/app/notify/notices.ts';
import { SIGNED_OUT, sessionStore } from '../../../../src/app/session/state.ts';
import shell from '../../../../src/app/texts/en.json';
import { connect, fakeServer } from '../../fake-server.ts';
import { person, project } from '../../session/people.ts';
import { scriptedServer } from './scripted-server.ts';

const SCOPE = 'project:p1';
const patience = { timeout: 60_000 };
type Data = Parameters<typeof applyMeta>[0]['data'];

describe('a session’s socket', () => {
  let server: Awaited<ReturnType<typeof scriptedServer>>;
  const queryClient = createQueryClient();
  const shown: (() => void)[] = [];

  beforeAll(() => followSessionLive(queryClient, Promise.resolve()));
  beforeEach(async () => {
    server = await scriptedServer('/ws', () => ({ code: 200, seq: 1 }), {
      cors: { origin: '*', allowedHeaders: ['x-session-id', 'x-auth-token'] },
    });
    const base = document.head.appendChild(document.createElement('base'));
    base.href = `${server.url}/`;
    await i18next.init({ lng: 'en', defaultNS: 'shell', resources: { en: { shell } }, interpolation: { escapeValue: false } });
    connect();
  });
  afterEach(async () => {
    for (const hide of shown.splice(0)) hide();
    sessionStore.set(SIGNED_OUT);
    resetAbilities();
    queryClient.clear();
    document.head.replaceChildren();
    await server.close();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** Signs somebody in who may read these, and waits until the socket is theirs. */
  async function enter(data: Data): Promise<void> {
    const { token: _token, scoped_token: _scoped, ...currentUser } = person();
    sessionStore.set({ ...SIGNED_OUT, currentUser, currentProject: project('p1'), token: 'session-1', scopedToken: 'token-1' });
    applyMeta({ data, capabilities: [], seq: 1 });
    await expect.poll(() => liveStore.get().state, patience).toBe('connected');
  }
  const tell = (channel: string, ...changes: object[]): void => {
    server.io.emit(channel, {
      seq: 2,
      changes: changes.map((change) => ({ seq: 2, revision: 2, operation: 'updated', ...change })),
    } as ChangeEvent);
  };
  /** Puts one server and one task on the screen; what they are read with is as old as the test says. */
  async function show() {
    const { urls } = fakeServer(({ url }) => ({ body: { id: url.split('/').at(-1), revision: 1 } }));
    const read = [
      readOptions(SCOPE, api.servers.read, { params: { serverId: 'a' } }),
      readOptions(SCOPE, api.tasks.read, { params: { taskId: 't' } }),
    ];
    for (const options of read) shown.push(new QueryObserver(queryClient, options as never).subscribe(() => undefined));
    await expect.poll(urls, patience).toHaveLength(2);
    return () => urls().slice(2);
  }

  it('the socket of a session has nothing read again that the user may not read [permissions.gate-socket]', async () => {
    await enter({ compute_server: ['GET'], tasks: ['GET'] });
    const again = await show();
    tell('tasks', { entity: 'task', id: 't' });
    tell('compute', { entity: 'server', id: 'a' });
    await expect.poll(again, patience).toEqual(['GET /api/v2/compute/servers/a']);
    applyMeta({ data: { compute_server: ['GET'], tasks: ['GET'], task_detail: ['GET'] }, capabilities: [], seq: 1 });
    tell('tasks', { entity: 'task', id: 't' });
    await expect.poll(again, patience).toEqual(['GET /api/v2/compute/servers/a', 'GET /api/v2/tasks/t']);
  });

  it('the socket of a session does not have a server read again because it is being deleted [socketevent.server-deleting-ignored]', async () => {
    await enter({ compute_server: ['GET'], task_detail: ['GET'] });
    const again = await show();
    tell('compute', { entity: 'server', id: 'a', status: 'DELETING' });
    tell('tasks', { entity: 'task', id: 't', status: 'deleting' });
    await expect.poll(again, patience).toEqual(['GET /api/v2/tasks/t']);
  });

  it('the socket of a session tells by a notice what has failed and why, and has the failed thing read again [socketevent.failed]', async () => {
    await enter({ compute_server: ['GET'] });
    const again = await show();
    tell('compute', { entity: 'server', id: 'a', operation: 'failed', error: { code: 'no_capacity', name: 'web-1' } });
    await expect.poll(again, patience).toEqual(['GET /api/v2/compute/servers/a']);
    expect(noticeStore.get().notices.map(({ type, title, message }) => ({ type, title, message }))).toEqual([
      { type: 'error', title: 'web-1', message: 'No node has enough free capacity.' },
    ]);
  });

  it('the socket of a session logs unknown events and damaged rights, and goes on [err.log-unmapped]', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await enter({ compute_server: ['GET'] });
    const again = await show();
    server.io.emit('somethingNew', { x: 1 });
    await expect.poll(() => logged.mock.calls.map(([text]: unknown[]) => text), patience).toEqual(['unknown socket event somethingNew']);
    tell('compute', { entity: 'starship', id: 'a' });
    await expect.poll(() => logged.mock.calls.length, patience).toBe(2);
    expect(logged.mock.calls[1]?.[0]).toContain('starship');
    applyMeta({} as Parameters<typeof applyMeta>[0]);
    expect(logged).toHaveBeenCalledTimes(3);
    applyMeta({ data: { compute_server: ['GET'] }, capabilities: [], seq: 1 });
    tell('compute', { entity: 'server', id: 'a' });
    await expect.poll(again, patience).toEqual(['GET /api/v2/compute/servers/a']);
    expect(logged).toHaveBeenCalledTimes(3);
  });
});
