import type { Change } from '@gantry/contract/wire/events';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { createQueryClient, readOptions } from '../../../src/app/api/queries.ts';
import { COALESCE_MS, LiveQueries, ROUND_MS } from '../../../src/app/live/live-query.ts';
import { connect, fakeServer } from '../fake-server.ts';

const SCOPE = 'project:p1';
let queryClient: QueryClient;
let live: LiveQueries;

beforeEach(() => {
  vi.useFakeTimers();
  connect();
  queryClient = createQueryClient();
  live = new LiveQueries(queryClient, () => SCOPE);
});
afterEach(() => {
  live.clear();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const change = (operation: Change['operation'], id: string, revision: number, rest: Partial<Change> = {}): Change => ({
  seq: revision,
  entity: 'server',
  operation,
  id,
  revision,
  ...rest,
});
const list = readOptions(SCOPE, api.servers.list, { query: { limit: 20 } });
/** Puts a query on the screen. */
const watch = (options: typeof list) => new QueryObserver(queryClient, options).subscribe(() => undefined);
const settle = (ms = COALESCE_MS) => vi.advanceTimersByTimeAsync(ms);
/** A list of servers that the test can change. */
function servers(...rows: { id: string; revision: number }[]) {
  const state = { rows };
  const network = fakeServer(() => ({ body: { data: state.rows, count: state.rows.length } }));
  return { ...network, state };
}

describe('changes from the socket', () => {
  it('changes from the socket make a list read again once, however many come', async () => {
    const { sent } = servers({ id: 'a', revision: 1 });
    watch(list);
    await settle(0);
    for (let revision = 2; revision < 50; revision += 1) live.take([change('updated', 'a', revision)]);
    await settle();
    expect(sent).toHaveLength(2);
    live.take([change('created', 'b', 60)]);
    await settle();
    expect(sent).toHaveLength(2);
    await settle(ROUND_MS);
    expect(sent).toHaveLength(3);
  });

  it('changes of servers make lists of nodes read again, unlike changes of volumes', async () => {
    const { sent } = servers({ id: 'node-1', revision: 1 });
    new QueryObserver(queryClient, readOptions(SCOPE, api.nodes.list)).subscribe(() => undefined);
    await settle(0);
    live.take([change('updated', 'a', 2)]);
    await settle();
    expect(sent).toHaveLength(2);
    live.take([change('updated', 'v', 3, { entity: 'volume' })]);
    await settle(ROUND_MS);
    expect(sent).toHaveLength(2);
  });

  it('changes of a server make its states read again, unlike those of another one', async () => {
    const { sent } = fakeServer(() => ({ body: { data: [{ status: 'ACTIVE', at: '2026-11-20T10:00:00.000Z' }] } }));
    const states = readOptions(SCOPE, api.servers.states, { params: { serverId: 'a' } });
    new QueryObserver(queryClient, states).subscribe(() => undefined);
    await settle(0);
    live.take([change('updated', 'b', 2)]);
    await settle();
    expect(sent).toHaveLength(1);
    live.take([change('updated', 'a', 3)]);
    await settle(ROUND_MS);
    expect(sent).toHaveLength(2);
  });

  it('changes from the socket are ignored where the screen is as new already', async () => {
    const { sent } = servers({ id: 'a', revision: 5 });
    watch(list);
    await settle(0);
    live.take([change('updated', 'a', 5)]);
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('changes from the socket take deleted rows off at once, and ask for what moves up', async () => {
    const { sent } = servers({ id: 'a', revision: 1 }, { id: 'b', revision: 1 });
    watch(list);
    await settle(0);
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    live.take([change('deleted', 'a', 2)]);
    await settle();
    expect(queryClient.getQueryData(list.queryKey)).toEqual({ data: [{ id: 'b', revision: 1 }], count: 1 });
    expect(queryClient.isFetching()).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('changes from the socket of other kinds and scopes touch nothing', async () => {
    const { sent } = servers({ id: 'a', revision: 1 });
    watch(list);
    const other = readOptions('project:p2', api.servers.list, { query: { limit: 20 } });
    watch(other);
    await settle(0);
    const before = sent.length;
    live.take([change('updated', 'x', 9, { entity: 'task' })]);
    await settle();
    expect(sent).toHaveLength(before);
    live.take([change('updated', 'a', 9)]);
    await settle(ROUND_MS);
    expect(sent).toHaveLength(before + 1);
  });

  it('a list ignores a server update with the status deleting, but not the deletion itself', async () => {
    const { sent } = servers({ id: 'a', revision: 1 });
    watch(list);
    await settle(0);
    live.take([change('updated', 'a', 2, { status: 'DELETING' })]);
    await settle();
    expect(sent).toHaveLength(1);
    live.take([change('deleted', 'a', 3)]);
    await settle(ROUND_MS);
    expect(sent).toHaveLength(2);
  });

  it('changes that arrive before the first load of a list are weighed when the list is there', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    const { sent } = fakeServer(() => answer.promise);
    watch(list);
    live.take([change('updated', 'a', 2)]);
    await settle();
    expect(sent).toHaveLength(1);
    answer.resolve({ body: { data: [{ id: 'a', revision: 1 }] } });
    await settle(ROUND_MS);
    expect(sent).toHaveLength(2);
  });

  it('everything of the scope on the screen is read again after a gap, and nothing of another scope', async () => {
    const { sent, state } = servers({ id: 'a', revision: 1 });
    watch(list);
    watch(readOptions('project:p2', api.servers.list, { query: { limit: 20 } }));
    await settle(0);
    const before = sent.length;
    state.rows = [{ id: 'z', revision: 9 }];
    live.resync();
    await settle(0);
    expect(sent).toHaveLength(before + 1);
    expect(queryClient.getQueryData(list.queryKey)).toMatchObject({ data: [{ id: 'z' }] });
  });
});
