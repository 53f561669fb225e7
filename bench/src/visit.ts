import type { Page } from '@playwright/test';
import { quantile } from './figures.ts';

/** What a page requested until it was ready. */
export interface Visit {
  /** Path of each answer, in the order they came, the bytes it took on the wire, headers included, and whether the page waited for it. */
  answers: { path: string; bytes: number; needed: boolean }[];
  /** Milliseconds from the start of the navigation until it was ready. */
  readyMs: number;
}

/** Opens an address with an empty cache and waits until `ready` shows. */
export async function visit(page: Page, url: string, ready: (page: Page) => Promise<void>): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  const asked = new Map<string, { path: string; needed: boolean }>();
  let isReady = false;
  const answers: Visit['answers'] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    asked.set(requestId, { path: new URL(request.url).pathname, needed: !isReady }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId);
    if (request) answers.push({ ...request, bytes: encodedDataLength });
  });
  const started = performance.now();
  await page.goto(url);
  await ready(page);
  const readyMs = performance.now() - started;
  isReady = true;
  // What follows by itself, such as live updates, belongs to the page too.
  await page.waitForTimeout(1500);
  await session.detach();
  return { answers, readyMs };
}

/** Bytes of a visit on the wire, in KB of 1,000. */
export const kilobytes = ({ answers }: Visit): number => answers.reduce((sum, answer) => sum + answer.bytes, 0) / 1000;

/** The visit in the middle, by what is asked of each. */
export const middle = (visits: readonly Visit[], of: (visit: Visit) => number): number => quantile(visits.map(of), 0.5);
