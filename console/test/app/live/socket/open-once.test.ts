import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { applyMeta } from '../../../../src/app/abilities/abilities.ts';
import { followSessionLive } from '../../../../src/app/live/live-session.ts';
import { SIGNED_OUT, sessionStore } from '../../../../src/app/session/state.ts';
import { person, project } from '../../session/people.ts';

const open = vi.hoisted(() => vi.fn<() => unknown>());
vi.mock('../../../../src/app/live/live-open.ts', () => ({ openLive: open }));

afterEach(() => void vi.useRealTimers());

it('the socket is opened once while a page starts, with the token that the startup has got', async () => {
  vi.useFakeTimers();
  const tokens: (string | null)[] = [];
  open.mockImplementation(() => {
    tokens.push(sessionStore.get().scopedToken);
    return { close: () => undefined, reconnect: () => undefined };
  });
  const resumed = Promise.withResolvers<void>();
  followSessionLive(new QueryClient(), resumed.promise);
  const { token: _token, scoped_token: _scoped, ...currentUser } = person();
  sessionStore.set({ ...SIGNED_OUT, currentUser, currentProject: project('p1'), token: 'session-1', scopedToken: 'token-1' });
  applyMeta({ data: {}, capabilities: [], seq: 1 });
  // Longer than data of the page is waited for.
  await vi.advanceTimersByTimeAsync(5000);
  expect(tokens).toEqual([]);
  sessionStore.set({ scopedToken: 'token-2' });
  resumed.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(tokens).toEqual(['token-2']);
});
