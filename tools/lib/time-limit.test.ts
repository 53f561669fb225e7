import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a time limit hands on what comes in time, an error too, and leaves no timer behind', async () => {
  expect(await withinLimit('a page', 1000, Promise.resolve(7))).toBe(7);
  await expect(withinLimit('a page', 1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('a time limit ends what never comes with an error that names it, and gives it up', async () => {
  const giveUp = vi.fn();
  const visit = withinLimit('http://127.0.0.1:1/compute/instances', 60_000, new Promise(() => undefined), giveUp);
  const refusal = visit.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(giveUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await refusal).toMatchObject({ message: 'http://127.0.0.1:1/compute/instances: nothing within 60 s' });
  expect(giveUp).toHaveBeenCalledOnce();
});
