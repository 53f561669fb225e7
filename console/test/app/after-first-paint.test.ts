import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstReads, soonRead } from '../../src/app/after-first-paint.ts';

const TOLD_AFTER_MS = 1500;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  document.body.innerHTML = '';
});
afterEach(() => void vi.useRealTimers());

/** A page whose list is on its way, what waits for it, and the answer. */
function opened() {
  const client = new QueryClient();
  const list = Promise.withResolvers<string[]>();
  void client.fetchQuery({ queryKey: ['servers'], queryFn: () => list.promise });
  const later = vi.fn<() => void>();
  void firstReads(client).then(later);
  return { later, answer: async () => (list.resolve([]), vi.advanceTimersByTimeAsync(0)) };
}

it('companions, marks and the bell of a page wait for its rows, and until these are painted', async () => {
  const { later, answer } = opened();
  await vi.advanceTimersByTimeAsync(TOLD_AFTER_MS - 1);
  expect(later).not.toHaveBeenCalled();
  await answer();
  expect(later).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(40);
  expect(later).toHaveBeenCalledTimes(1);
});

it('companions, marks and the bell of a page wait no longer than 1.5 s for rows that do not come, and while the document still has its spinner', async () => {
  const { later } = opened();
  const spinner = document.createElement('div');
  spinner.id = 'boot';
  document.body.append(spinner);
  await vi.advanceTimersByTimeAsync(TOLD_AFTER_MS + 100);
  expect(later).not.toHaveBeenCalled();
  spinner.remove();
  await vi.advanceTimersByTimeAsync(40);
  expect(later).toHaveBeenCalledTimes(1);
});

/** How far the shell has come that waits for these reads. */
function waiting(client: QueryClient) {
  const drawn = vi.fn<() => void>();
  void soonRead(client).then(drawn);
  return drawn;
}

it('the shell is drawn with rows that are as good as there, and waits for others no longer than 50 ms', async () => {
  const client = new QueryClient();
  const list = Promise.withResolvers<string[]>();
  void client.fetchQuery({ queryKey: ['servers'], queryFn: () => list.promise });
  const [soon, late] = [waiting(client), new QueryClient()];
  void late.fetchQuery({ queryKey: ['servers'], queryFn: () => new Promise<string[]>(() => undefined) });
  const other = waiting(late);
  await vi.advanceTimersByTimeAsync(49);
  expect([soon, other].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  list.resolve([]);
  await vi.advanceTimersByTimeAsync(0);
  expect([soon, other].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(other).toHaveBeenCalledTimes(1);
});

it('the shell of a page that reads nothing waits for nothing', async () => {
  const drawn = waiting(new QueryClient());
  await Promise.resolve();
  await Promise.resolve();
  expect(drawn).toHaveBeenCalledTimes(1);
});
