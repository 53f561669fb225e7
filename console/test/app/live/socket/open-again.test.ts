import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyMeta, resetAbilities } from '../../../../src/app/abilities/abilities.ts';
import { followSessionLive } from '../../../../src/app/live/live-session.ts';
import { SIGNED_OUT, sessionStore } from '../../../../src/app/session/state.ts';
import { person, project } from '../../session/people.ts';

const open = vi.hoisted(() => vi.fn<() => unknown>());
vi.mock('../../../../src/app/live/live-open.ts', () => ({ openLive: open }));

describe('a socket that cannot be opened', () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown): void => void rejections.push(reason);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockReturnValue();
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
    sessionStore.set(SIGNED_OUT);
    resetAbilities();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('a socket that cannot be opened is tried again, until it opens or nobody is signed in any more', async () => {
    const live = { close: vi.fn<() => void>(), reconnect: vi.fn<() => void>() };
    open.mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    open.mockReturnValue(live);
    followSessionLive(new QueryClient(), Promise.resolve());
    const { token: _token, scoped_token: _scoped, ...currentUser } = person();
    const enter = () => {
      sessionStore.set({ ...SIGNED_OUT, currentUser, currentProject: project('p1'), token: 'session-1', scopedToken: 'token-1' });
      applyMeta({ data: {}, capabilities: [], seq: 1 });
    };
    enter();
    // The page has no data that it waits for longer than 1500 ms, and is painted in the next frame.
    await vi.advanceTimersByTimeAsync(1600);
    expect(open).toHaveBeenCalledTimes(1);
    sessionStore.set({ scopedToken: 'token-2' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(open).toHaveBeenCalledTimes(2);
    sessionStore.set(SIGNED_OUT);
    await vi.advanceTimersByTimeAsync(1);
    expect(live.close).toHaveBeenCalledOnce();

    open.mockImplementation(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    resetAbilities();
    enter();
    await vi.advanceTimersByTimeAsync(1600);
    expect(open).toHaveBeenCalledTimes(3);
    sessionStore.set(SIGNED_OUT);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(open).toHaveBeenCalledTimes(3);
    expect(rejections).toEqual([]);
  });
});
