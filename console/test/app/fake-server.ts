import { vi } from 'vitest';
import { connectRequests, type RequestPorts } from '../../src/app/api/answer.ts';
import { forgetReads } from '../../src/app/api/request.ts';

/** One request as fetch got it. */
export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

type Reply = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> } | Error;
type Answer = (sent: Sent) => Reply | Promise<Reply>;

/** Stands in for the network: `answer` decides what comes back, `sent` holds what was asked. */
export function fakeServer(answer: Answer): { sent: Sent[]; urls: () => string[] } {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request: Sent = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : undefined,
      signal: init.signal ?? undefined,
    };
    sent.push(request);
    const reply = await Promise.race([answer(request), aborted(request.signal)]);
    if (reply instanceof Error) throw reply;
    const status = reply.status ?? 200;
    const text = reply.text ?? (status === 204 ? undefined : JSON.stringify(reply.body ?? {}));
    return new Response(text ?? null, { status, headers: { 'content-type': 'application/json', ...reply.headers } });
  });
  forgetReads();
  return { sent, urls: () => sent.map(({ method, url }) => `${method} ${url}`) };
}

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

/** The session's side of the request layer, with what a test wants to differ. */
export function connect(change: Partial<RequestPorts> = {}): void {
  connectRequests({
    credentials: () => ({ session: 'session-1', scoped: 'scoped-1' }),
    checkAccess: async () => 'unknown',
    signOut: () => undefined,
    reconfiguring: () => undefined,
    ...change,
  });
}

/** An error body as the API answers it (decision B17). */
export const errorBody = (err_code: string, rest: Record<string, unknown> = {}) => ({ error: { err_code, message: 'refused', ...rest } });
