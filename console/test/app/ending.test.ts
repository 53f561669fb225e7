import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { warnOfEnding } from '../../src/app/away/ending.ts';
import { noticeStore } from '../../src/app/notify/notices.ts';
import { renewSession } from '../../src/app/session/sign-in-again.ts';
import { sessionStore } from '../../src/app/session/state.ts';
// English is the language of the screen.
import '../support/render.tsx';
import { errorBody, fakeServer } from './fake-server.ts';
import { freshTab } from './session/harness.ts';
import { answers, person } from './session/people.ts';

const MINUTE_MS = 60_000;
const endsIn = (minutes: number) => person('project_member', { expires_at: new Date(Date.now() + minutes * MINUTE_MS).toISOString() });
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS);
const shown = () => noticeStore.get().notices.map(({ type, actions }) => [type, actions?.map(({ label }) => label)]);
const WARNING = ['warning', ['Stay signed in']];
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  freshTab();
  noticeStore.set({ notices: [] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a session that ends at a time of its own', () => {
  it('a session warns ten minutes before it ends, and no longer once another one has taken its place', async () => {
    sessionStore.set({ currentUser: endsIn(60), token: 't' });
    stop = warnOfEnding();
    await pass(49);
    expect(shown()).toEqual([]);
    await pass(2);
    expect(shown()).toEqual([WARNING]);
    sessionStore.set({ currentUser: endsIn(60) });
    expect(shown()).toEqual([]);
    await pass(51);
    expect(shown()).toEqual([WARNING]);
  });

  it('the warning of a session from an identity provider offers no password, and ends with the sign-out', async () => {
    sessionStore.set({ currentUser: { ...endsIn(5), external_provider: 'corp' }, token: 't' });
    stop = warnOfEnding();
    await pass(1);
    expect(shown()).toEqual([['warning', undefined]]);
    sessionStore.set({ currentUser: null });
    expect(shown()).toEqual([]);
  });

  it('a session that ends months ahead warns in time, though browsers cannot wait that long at once', async () => {
    sessionStore.set({ currentUser: endsIn(60 * 24 * 40), token: 't' });
    stop = warnOfEnding();
    await pass(60 * 24 * 30);
    expect(shown()).toEqual([]);
    await pass(60 * 24 * 10);
    expect(shown()).toEqual([WARNING]);
  });
});

describe('a new session of who is signed in', () => {
  beforeEach(() => vi.useRealTimers());

  it('a new session begins with the password, in the scope of the former one, and a wrong password leaves the session', async () => {
    const later = endsIn(120);
    const answer = answers({ profile: { ...later, token: 'session-2' } });
    const { sent } = fakeServer((asked) => answer(asked));
    sessionStore.set({ currentUser: endsIn(5), currentDomain: { id: 'd1', name: 'acme' }, token: 'session-1' });
    await renewSession('secret');
    expect(JSON.parse(sent[0]!.body!)).toMatchObject({ domain: 'd1', username: 'ada', password: 'secret' });
    expect(sessionStore.get()).toMatchObject({ token: 'session-2', currentUser: { expires_at: later.expires_at } });
    expect(sent.map(({ url }) => url).filter((url) => url.includes('sessions'))).toEqual([]);
    fakeServer(() => ({ status: 401, body: errorBody('invalid_credentials', {}) }));
    await expect(renewSession('not it')).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(sessionStore.get().token).toBe('session-2');
  });
});
