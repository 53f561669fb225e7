import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { createQueryClient, HEAL_MS, readOptions } from '../../../src/app/api/queries.ts';
import { connect, errorBody, fakeServer } from '../fake-server.ts';

const list = readOptions('project:p1', api.servers.list, { query: { limit: 20 } });
let queryClient: QueryClient;
let leave: () => void;

/** A list on the screen, answered by what the test says. */
function shown(answer: Parameters<typeof fakeServer>[0]) {
  const network = fakeServer(answer);
  const observer = new QueryObserver(queryClient, list);
  leave = observer.subscribe(() => undefined);
  return { ...network, observer };
}

beforeEach(() => {
  vi.useFakeTimers();
  connect();
  queryClient = createQueryClient();
});
afterEach(() => {
  leave();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rows = { body: { data: [{ id: 'a', revision: 1 }] } };

describe('a list that could not be read', () => {
  it.each(['database_unavailable', 'engine_unavailable'] as const)(
    'a list that could not be read because of %s says so, and heals without a click',
    async (code) => {
      let down = true;
      const { observer } = shown(() => (down ? { status: 503, body: errorBody(code) } : rows));
      await vi.advanceTimersByTimeAsync(0);
      expect(observer.getCurrentResult().error).toMatchObject({ status: 503, code });
      await vi.advanceTimersByTimeAsync(HEAL_MS);
      expect(observer.getCurrentResult().error).toMatchObject({ code });
      down = false;
      await vi.advanceTimersByTimeAsync(HEAL_MS);
      expect(observer.getCurrentResult()).toMatchObject({ error: null, data: { data: [{ id: 'a' }] } });
    },
  );

  it('a list that could not be read for too many requests says so, and is read once the budget is back', async () => {
    let isUsedUp = true;
    const { observer } = shown(() => (isUsedUp ? { status: 429, body: errorBody('too_many_requests') } : rows));
    await vi.advanceTimersByTimeAsync(0);
    expect(observer.getCurrentResult().error).toMatchObject({ status: 429, code: 'too_many_requests' });
    isUsedUp = false;
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect(observer.getCurrentResult()).toMatchObject({ error: null, data: { data: [{ id: 'a' }] } });
  });

  it('a list that could not be read again keeps the rows it had', async () => {
    let down = false;
    const { observer } = shown(() => (down ? { status: 503, body: errorBody('database_unavailable') } : rows));
    await vi.advanceTimersByTimeAsync(0);
    // Past the time in which equal reads are one.
    await vi.advanceTimersByTimeAsync(1000);
    down = true;
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: { data: [{ id: 'a' }] } });
  });

  it('a list that was refused, or that has been read, is not asked for again', async () => {
    const { sent, observer } = shown(() => ({ status: 403, body: errorBody('forbidden') }));
    await vi.advanceTimersByTimeAsync(10 * HEAL_MS);
    expect(sent).toHaveLength(1);
    leave();
    const after = shown(() => rows);
    void observer.refetch();
    await vi.advanceTimersByTimeAsync(10 * HEAL_MS);
    expect(after.observer.getCurrentResult().data).toEqual(rows.body);
    expect(after.sent).toHaveLength(1);
  });
});
