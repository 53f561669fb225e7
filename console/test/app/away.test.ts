import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutIdle } from '../../src/app/away/idle.ts';
import { waitForServer } from '../../src/app/away/stop.ts';
import { loadSettings, settingsStore } from '../../src/app/i18n/settings.ts';
import { startCentre } from '../../src/app/notify/centre.ts';
import { noticeStore, notify } from '../../src/app/notify/notices.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { fakeServer } from './fake-server.ts';
import { freshTab } from './session/harness.ts';
import { person } from './session/people.ts';

const record = (): { value: number; timestamp: number } | null =>
  JSON.parse(localStorage.getItem('gantry.leave-time') ?? 'null') as { value: number; timestamp: number } | null;
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);
const enter = () => {
  sessionStore.set({ currentUser: person(), token: 't' });
  localStorage.setItem('token', 't');
};
let stop = (): void => undefined;
const begin = () => (stop = signOutIdle());
const isSignedIn = () => sessionStore.get().currentUser !== null;

beforeEach(() => {
  vi.useFakeTimers();
  freshTab();
  noticeStore.set({ notices: [] });
  fakeServer(() => ({ status: 204 }));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('who does nothing', () => {
  beforeEach(() => settingsStore.set({ idleMinutes: 2 }));

  it('an idle user is signed out at 120 seconds where two minutes are allowed, and told so until the notice is closed [auth.idle-seconds]', async () => {
    enter();
    begin();
    seconds(119);
    expect(isSignedIn()).toBe(true);
    seconds(1);
    expect(isSignedIn()).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(noticeStore.get().notices).toMatchObject([{ type: 'warning', duration: null }]);
  });

  it('activity counts at once with the first of many events, and once within 300 ms [auth.idle-timeout-throttle]', () => {
    enter();
    begin();
    seconds(10);
    const kept = vi.spyOn(Storage.prototype, 'setItem');
    for (let event = 0; event < 10; event += 1) {
      dispatchEvent(new Event('mousemove'));
      if (event === 0) expect(record()?.value).toBe(0);
      vi.advanceTimersByTime(29);
    }
    expect(kept).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10);
    dispatchEvent(new Event('mousemove'));
    expect(kept).toHaveBeenCalledTimes(2);
    kept.mockRestore();
  });

  it('idle time is counted no longer after the sign-out, nor while the console waits for its server [auth.idle-stop]', () => {
    enter();
    begin();
    seconds(5);
    expect(record()).toEqual({ value: 5, timestamp: Date.now() });
    sessionStore.set({ isSuspended: true });
    seconds(500);
    expect(record()).toBeNull();
    expect(isSignedIn()).toBe(true);
    sessionStore.set({ isSuspended: false });
    seconds(3);
    expect(record()?.value).toBe(3);
    sessionStore.set({ currentUser: null });
    seconds(500);
    expect(record()).toBeNull();
  });

  it('an idle user stays signed in while an upload is under way, and has the whole time again after it', () => {
    enter();
    startCentre();
    begin();
    notify({ id: 'upload', type: 'progress', title: 'Uploading', preventReload: true });
    seconds(1000);
    expect([isSignedIn(), record()?.value]).toEqual([true, 0]);
    notify({ id: 'upload', type: 'success', title: 'Uploaded', preventReload: true });
    seconds(119);
    expect(isSignedIn()).toBe(true);
    seconds(1);
    expect(isSignedIn()).toBe(false);
  });

  it('an idle user stays signed in where the settings of the server say so [auth.idle-disable-flag]', async () => {
    fakeServer(({ url }) =>
      url === '/config.json'
        ? { body: { disable_idle_timeout: true, idle_minutes: 1, leave_time_minutes: 10, language_change: true } }
        : { body: { data: [] } },
    );
    await loadSettings();
    enter();
    begin();
    seconds(24 * 3600);
    expect(isSignedIn()).toBe(true);
  });

  it('idle time is counted with all tabs, and with the page before', () => {
    enter();
    localStorage.setItem('gantry.leave-time', JSON.stringify({ value: 60, timestamp: Date.now() - 30_000 }));
    begin();
    seconds(1);
    expect(record()?.value).toBe(91);
    localStorage.setItem('gantry.leave-time', JSON.stringify({ value: 0, timestamp: Date.now() }));
    dispatchEvent(new StorageEvent('storage', { key: 'gantry.leave-time' }));
    seconds(119);
    expect(isSignedIn()).toBe(true);
    seconds(1);
    expect(isSignedIn()).toBe(false);
  });

  it('idle time leaves no record for the next session, also where another tab has signed out', () => {
    enter();
    begin();
    seconds(1);
    localStorage.removeItem('token');
    localStorage.removeItem('gantry.leave-time');
    seconds(5);
    expect(record()).toBeNull();
  });
});

describe('a server that is about to stop', () => {
  it('a server about to stop is asked for its rights until it answers, then the page is loaded again, once', async () => {
    let isBack = false;
    const { urls } = fakeServer(() => (isBack ? { body: { data: {}, capabilities: [], seq: 1 } } : new TypeError('Failed to fetch')));
    const reload = vi.fn<() => void>();
    enter();
    waitForServer(reload);
    waitForServer(reload);
    expect(sessionStore.get().isSuspended).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(urls()).toEqual(Array(3).fill('GET /api/v2/meta'));
    expect(reload).not.toHaveBeenCalled();
    isBack = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(24 * 3600_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('the console waits for its server no longer than the limit, 60 seconds where that is one minute [const.leave-time-limit]', async () => {
    const { sent } = fakeServer(() => ({ status: 503 }));
    settingsStore.set({ leaveMinutes: 1 });
    const reload = vi.fn<() => void>();
    enter();
    waitForServer(reload);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
    const asked = sent.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(asked);
  });
});
