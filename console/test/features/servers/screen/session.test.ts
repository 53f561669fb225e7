import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsoleMessage } from '@gantry/contract/nouns/servers/console-wire';
import { ApiError } from '../../../../src/app/api/errors.ts';
import type { ConnectionEvents, Ticket } from '../../../../src/features/servers/screen/connection.ts';
import { ScreenChannel } from '../../../../src/features/servers/screen/channel.ts';
import { createConsoleSession } from '../../../../src/features/servers/screen/session.ts';

const hello = (kind: 'vnc' | 'log' = 'vnc'): ConsoleMessage => ({
  type: 'hello',
  kind,
  server: { id: 's1', name: 'web-1', status: 'ACTIVE', task_state: null },
});
const refusal = (status: number, code: string) => new ApiError('server', '', { status, code });
const ticket = (token: string): Ticket => ({ url: 'ws://host/stream', token });

/** A house in which tickets are made and brought, all in the test's hands. */
function stage({ given, signedIn = true }: { given?: string; signedIn?: boolean } = {}) {
  const brought: string[] = [];
  const open: ConnectionEvents[] = [];
  let answer: () => Promise<Ticket> = async () => ticket(`asked-${brought.length}`);
  let asked = 0;
  const session = createConsoleSession({
    given: given === undefined ? undefined : ticket(given),
    ask: () => {
      if (!signedIn) return undefined;
      asked += 1;
      return answer();
    },
    connect: ({ token }, events) => {
      brought.push(token);
      open.push(events);
      return { close: () => undefined };
    },
    delays: [100, 1000],
  });
  return {
    session,
    brought,
    get view() {
      return session.view.get();
    },
    get asked() {
      return asked;
    },
    refuse: (error: ApiError) => void (answer = () => Promise.reject(error)),
    grant: () => void (answer = async () => ticket(`asked-${brought.length}`)),
    say: (message: ConsoleMessage) => open.at(-1)!.onMessage(message, new ScreenChannel(new WebSocket('ws://127.0.0.1:9/'))),
    end: (end: Parameters<ConnectionEvents['onEnd']>[0]) => open.at(-1)!.onEnd(end),
    late: () => open[0]!,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'WebSocket',
    class {
      readyState = 0;
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the course of a console', () => {
  it('a console begins with the ticket of the address, and shows what comes', async () => {
    const at = stage({ given: 'given' });
    at.session.open();
    expect(at.view).toMatchObject({ phase: 'connecting', name: undefined });
    await settle();
    at.say(hello());
    expect([at.brought, at.asked]).toEqual([['given'], 0]);
    expect(at.view).toMatchObject({ phase: 'connected', kind: 'vnc', name: 'web-1', state: { status: 'ACTIVE' } });
    at.say({ type: 'state', status: 'SHUTOFF', task_state: 'powering-on' });
    expect(at.view.state).toEqual({ status: 'SHUTOFF', task_state: 'powering-on' });
  });

  it('a console asks for another ticket by itself where the given ticket is too old, once', async () => {
    const at = stage({ given: 'given' });
    at.session.open();
    await settle();
    at.end('ticket');
    await settle();
    expect(at.brought).toEqual(['given', 'asked-1']);
    at.end('ticket');
    await settle();
    expect([at.brought.length, at.view.phase, at.view.absence]).toEqual([2, 'over', 'expired']);
  });

  it('a console says that the ticket is too old to whoever is not signed in', async () => {
    const at = stage({ given: 'given', signedIn: false });
    at.session.open();
    await settle();
    at.end('ticket');
    expect(at.view).toMatchObject({ phase: 'over', absence: 'expired', retrying: false, name: undefined });
    const without = stage({ signedIn: false });
    without.session.open();
    expect([without.view.absence, without.brought]).toEqual(['expired', []]);
  });

  it('a console comes back by itself after a reboot, each time a little later', async () => {
    const at = stage();
    at.session.open();
    await settle();
    at.say(hello());
    at.end('screen');
    expect(at.view).toMatchObject({ phase: 'over', absence: 'lost', retrying: true, name: 'web-1' });
    at.refuse(refusal(503, 'engine_unavailable'));
    await vi.advanceTimersByTimeAsync(100);
    expect([at.asked, at.view.absence]).toEqual([2, 'lost']);
    await vi.advanceTimersByTimeAsync(999);
    expect(at.asked).toBe(2);
    at.grant();
    await vi.advanceTimersByTimeAsync(1);
    at.say(hello());
    expect([at.asked, at.view.phase]).toEqual([3, 'connected']);
    at.end('lost');
    await vi.advanceTimersByTimeAsync(100);
    expect(at.asked).toBe(4);
  });

  it.each([
    [409, 'state_conflict', 'off'],
    [409, 'engine_refused', 'lost'],
    [403, 'forbidden', 'forbidden'],
    [404, 'not_found', 'gone'],
    [501, 'not_supported', 'unsupported'],
    [401, 'unauthorized', 'expired'],
  ])('a console says what a refusal with %i %s means: %s', async (status, code, absence) => {
    const at = stage();
    at.refuse(refusal(status, code));
    at.session.open();
    await settle();
    expect([at.view.phase, at.view.absence, at.view.retrying]).toEqual(['over', absence, absence === 'lost']);
  });

  it.each([
    ['right', 'expired'],
    ['gone', 'gone'],
    ['many', 'many'],
    ['stopping', 'lost'],
    ['silent', 'lost'],
    ['unavailable', 'lost'],
  ] as const)('a console says what it means that the server ends it for %s: %s', async (end, absence) => {
    const at = stage();
    at.session.open();
    await settle();
    at.end(end);
    expect(at.view.absence).toBe(absence);
  });

  it('a console puts its log together from its pieces', async () => {
    const at = stage();
    at.session.open();
    await settle();
    at.say(hello('log'));
    at.say({ type: 'log', from: 0, text: 'one\n' });
    at.say({ type: 'log', from: 4, text: 'two\n' });
    expect(at.view.log).toBe('one\ntwo\n');
    at.say({ type: 'log', from: 0, text: 'two\nthree\n' });
    expect(at.view.log).toBe('two\nthree\n');
  });

  it('a console hears nothing of a connection that has been given up', async () => {
    const at = stage();
    at.session.open();
    await settle();
    at.session.open();
    await settle();
    at.late().onEnd('gone');
    expect([at.brought.length, at.view.phase]).toEqual([2, 'connecting']);
    at.session.close();
    at.end('lost');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at.asked).toBe(2);
  });
});
