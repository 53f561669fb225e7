// @vitest-environment node
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../../../src/app/api/calls.ts';
import { createQueryClient, readOptions } from '../../../../src/app/api/queries.ts';
import { connectLive } from '../../../../src/app/live/index.ts';
import { LiveQueries } from '../../../../src/app/live/live-query.ts';
import { connect, fakeServer } from '../../fake-server.ts';
import { scriptedServer } from './scripted-server.ts';

const SCOPE = 'project:p1';

beforeEach(() => vi.stubGlobal('document', { baseURI: 'http://localhost/' }));
afterEach(() => vi.unstubAllGlobals());

it.each(['created', 'updated'] as const)(
  'an event that says %s has the thing that is shown read again [socketevent.refetch]',
  async (operation) => {
    const server = await scriptedServer('/ws', () => ({ code: 200, seq: 1 }));
    const queryClient = createQueryClient();
    const queries = new LiveQueries(queryClient, () => SCOPE);
    const live = connectLive(
      {
        url: server.url,
        path: '/ws',
        headers: () => ({ 'x-session-id': 'session-1', 'x-auth-token': 'token-1' }),
        allTenants: () => false,
        onChange: ({ changes }) => queries.take(changes),
        onResync: () => undefined,
        onSessionEnded: () => undefined,
        onAboutToStop: () => undefined,
      },
      () => 0,
    );
    await expect.poll(() => live.state, { timeout: 60_000 }).toBe('connected');
    connect();
    let revision = 1;
    const { urls } = fakeServer(() => ({ body: { id: 'a', revision } }));
    const read = readOptions(SCOPE, api.servers.read, { params: { serverId: 'a' } });
    const stop = new QueryObserver(queryClient, read).subscribe(() => undefined);
    const item = 'GET /api/v2/compute/servers/a';
    await expect.poll(urls, { timeout: 60_000 }).toEqual([item]);
    revision = 2;
    const change = { seq: 2, entity: 'server', operation, id: 'a', revision };
    server.io.emit('compute', { seq: 2, changes: [change, { ...change, id: 'b' }] });
    await expect.poll(urls, { timeout: 60_000 }).toEqual([item, item]);
    stop();
    live.close();
    queries.clear();
    queryClient.clear();
    await server.close();
  },
);
