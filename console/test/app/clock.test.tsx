/** A browser whose clock is wrong, beside a server whose clock is right. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../src/app/api/calls.ts';
import { callApi, forgetReads } from '../../src/app/api/request.ts';
import { warnOfEnding } from '../../src/app/away/ending.ts';
import { noticeStore } from '../../src/app/notify/notices.ts';
import { sendAhead } from '../../src/app/preload/requests.ts';
import { sessionStore } from '../../src/app/session/state.ts';
import { useLines } from '../../src/parts/metrics/use-lines.ts';
import { serverNow, setClock } from '../../src/ui/clock.ts';
import { Ago, Instant } from '../../src/ui/show/instant.tsx';
import { acting, pageText, render, settle } from '../support/render.tsx';
import { fakeServer } from './fake-server.ts';
import { freshTab } from './session/harness.ts';
import { person } from './session/people.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** In the middle of a second, as most answers are. */
const NOW = Date.parse('2026-11-29T12:00:00.400Z');
const at = (minutes: number): string => new Date(NOW + minutes * MINUTE_MS).toISOString();
const off = () => serverNow().getTime() - NOW;

/** Milliseconds that the browser is ahead. */
let skew = 0;
const date = () => new Date(Date.now() - skew).toUTCString();
const serve = () => fakeServer(() => ({ headers: { date: date() }, body: { data: { result: [] } } }));
const ask = async (): Promise<void> => {
  forgetReads();
  await acting(() => callApi(api.session.projects));
};

function browserAhead(ms: number): void {
  skew = ms;
  vi.setSystemTime(NOW + ms);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  freshTab();
  noticeStore.set({ notices: [] });
  browserAhead(0);
  setClock(new Date(NOW).toUTCString(), NOW);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([
  ['two hours ahead', 2 * HOUR_MS],
  ['two hours behind', -2 * HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
])('with a browser whose clock is %s', (_name, ahead) => {
  it('an age that is shown is set right by the first answer of the API', async () => {
    browserAhead(ahead);
    serve();
    await render(
      <>
        <Ago at={at(-10)} />
        <Instant at={at(-20)} />
      </>,
    );
    expect(pageText()).not.toContain('10 min. ago');
    await ask();
    expect(pageText()).toContain('10 min. ago');
    const instant = document.querySelector<HTMLElement>(`time[datetime="${at(-20)}"]`)!;
    await acting(() => instant.dispatchEvent(new Event('pointerover', { bubbles: true })));
    expect(instant.title).toContain('20 minutes ago');
  });

  it('an answer that was sent for ahead of the page sets the clock', async () => {
    browserAhead(ahead);
    serve();
    sendAhead();
    await settle();
    expect(Math.abs(off())).toBeLessThan(SECOND_MS);
  });

  it('a session warns ten minutes before it ends by the time of the server', async () => {
    browserAhead(ahead);
    vi.useFakeTimers({ now: NOW + ahead });
    serve();
    sessionStore.set({ currentUser: person('project_member', { expires_at: at(60) }), token: 't' });
    const stop = warnOfEnding();
    const answer = callApi(api.session.projects);
    await vi.advanceTimersByTimeAsync(0);
    await answer;
    expect(noticeStore.get().notices).toEqual([]);
    await vi.advanceTimersByTimeAsync(49 * MINUTE_MS);
    expect(noticeStore.get().notices).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(noticeStore.get().notices).toMatchObject([{ id: 'session-ending', type: 'warning' }]);
    stop();
  });

  it('the figures of a chart are asked for until the time of the server', async () => {
    browserAhead(ahead);
    const { sent } = serve();
    await ask();
    function Lines() {
      useLines({ cpu: 'cpu_usage' }, '1h');
      return null;
    }
    await render(
      <QueryClientProvider client={new QueryClient()}>
        <Lines />
      </QueryClientProvider>,
    );
    await settle();
    const query = new URL(sent.at(-1)!.url, 'http://x').searchParams;
    expect(NOW / SECOND_MS - Number(query.get('end'))).toBeGreaterThanOrEqual(0);
    expect(NOW / SECOND_MS - Number(query.get('end'))).toBeLessThan(5 * 60);
  });
});

describe('the clock of the console', () => {
  it('answers within the same second, slow ones and those without a date leave the clock as it is', () => {
    const before = off();
    for (const [header, sentAt] of [
      [new Date(NOW).toUTCString(), NOW],
      [new Date(NOW - 30 * SECOND_MS).toUTCString(), NOW - 31 * SECOND_MS],
      [null, NOW],
      ['yesterday', NOW],
    ] as const) {
      setClock(header, sentAt);
      expect(off(), String(header)).toBe(before);
    }
  });

  it('a clock that the user sets right while the page is open is followed', async () => {
    serve();
    browserAhead(2 * HOUR_MS);
    await ask();
    expect(Math.abs(off())).toBeLessThan(SECOND_MS);
    browserAhead(0);
    await ask();
    expect(Math.abs(off())).toBeLessThan(SECOND_MS);
  });
});
