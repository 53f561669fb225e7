import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../src/app/api/calls.ts';
import { takeLast } from '../../../src/app/api/dedupe.ts';
import { callApi, forgetReads } from '../../../src/app/api/request.ts';
import { connect, fakeServer } from '../fake-server.ts';

beforeEach(() => {
  vi.useFakeTimers();
  connect();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.querySelector('base')?.remove();
});

const create = { body: { name: 'web', flavor_id: 'f', image_id: 'i', network_ids: ['n'] } };

describe('what a request carries', () => {
  it('a request sends JSON, and asks for JSON [request.json]', async () => {
    const { sent } = fakeServer(() => ({ status: 202, body: { task_id: 't', id: 's' } }));
    await callApi(api.servers.create, create);
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.headers.get('accept')).toBe('application/json');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual(create.body);
  });

  it('a request sends the XHR marker and the session id [request.xhr-header, request.session-header]', async () => {
    const { sent } = fakeServer(() => ({}));
    await callApi(api.session.projects);
    expect(sent[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest');
    expect(sent[0]?.headers.get('x-session-id')).toBe('session-1');
    expect(sent[0]?.headers.has('content-type')).toBe(false);
  });

  it('a request sends the auth token in a project and leaves it out while unscoped [request.auth-token-header]', async () => {
    const { sent } = fakeServer(() => ({}));
    await callApi(api.session.whoami);
    await callApi(api.session.whoami, {}, { unscoped: true });
    connect({ credentials: () => ({ session: 'session-1', scoped: undefined }) });
    await callApi(api.session.projects);
    expect(sent.map(({ headers }) => headers.get('x-auth-token'))).toEqual(['scoped-1', null, null]);
  });

  it('a request writes objects of a query as JSON and scalars plainly [request.query-json-objects]', async () => {
    const { sent } = fakeServer(() => ({ body: { data: [] } }));
    await callApi(api.servers.list, { query: { limit: 20, with_count: true, name: { a: [1] }, sort: undefined } });
    const query = new URL(sent[0]?.url ?? '', 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({ limit: '20', with_count: 'true', name: '{"a":[1]}' });
  });

  it('a request asks below the prefix of the page', async () => {
    document.head.innerHTML += '<base href="/api/agent_direct/42/lca/">';
    const { urls } = fakeServer(() => ({}));
    await callApi(api.servers.read, { params: { serverId: 'a/ü' } });
    expect(urls()).toEqual(['GET /api/agent_direct/42/lca/api/v2/compute/servers/a%2F%C3%BC']);
  });

  it('a request sends an Idempotency-Key with creating calls, the given one where there is one', async () => {
    const { sent } = fakeServer(() => ({ status: 202 }));
    await callApi(api.servers.create, create);
    await callApi(api.servers.create, create, { idempotencyKey: 'again' });
    await callApi(api.servers.stop, { params: { serverId: 's1' } });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(1)).toEqual(['again', null]);
  });

  it('a call answers null where the server has nothing to say', async () => {
    fakeServer(() => ({ status: 204 }));
    await expect(callApi(api.session.logout)).resolves.toBeNull();
  });
});

describe('equal reads', () => {
  const read = (id = 's1') => callApi(api.servers.read, { params: { serverId: id } });

  it('equal reads are one request within 600 ms of the first, and a new one afterwards [const.take-first]', async () => {
    let revision = 0;
    const { sent } = fakeServer(() => ({ body: { revision: (revision += 1) } }));
    const first = await read();
    await vi.advanceTimersByTimeAsync(599);
    await expect(read()).resolves.toEqual(first);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(read()).resolves.not.toEqual(first);
    expect(sent).toHaveLength(2);
  });

  it('equal reads of the clusters are one request within 600 ms, and a later one is another [const.cluster-cache]', async () => {
    const { sent } = fakeServer(() => ({ body: { data: [] } }));
    const look = () => callApi(api.storageClusters.list, { query: { limit: 20 } });
    await Promise.all([look(), look()]);
    await vi.advanceTimersByTimeAsync(599);
    await look();
    expect(sent.map(({ url }) => url.split('?')[0])).toEqual(['/api/v2/overview']);
    await vi.advanceTimersByTimeAsync(1);
    await look();
    expect(sent).toHaveLength(2);
  });

  it('reads are told apart by what they ask, and for whom', async () => {
    const { sent } = fakeServer(() => ({}));
    await Promise.all([read('a'), read('b')]);
    connect({ credentials: () => ({ session: 'session-1', scoped: 'another' }) });
    await read('a');
    expect(sent).toHaveLength(3);
  });

  it('equal reads are asked anew after a command, after an event, and on demand', async () => {
    const { sent } = fakeServer(() => ({}));
    await read();
    await callApi(api.servers.stop, { params: { serverId: 's1' } });
    await read();
    forgetReads();
    await read();
    await callApi(api.servers.read, { params: { serverId: 's1' } }, { fresh: true });
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(4);
  });

  it('equal reads do not share a failure', async () => {
    let fails = true;
    const { sent } = fakeServer(() => (fails ? { status: 500 } : {}));
    await expect(read()).rejects.toThrow('Internal Server Error');
    fails = false;
    await expect(read()).resolves.toEqual({});
    expect(sent).toHaveLength(2);
  });

  it('a shared read goes on for one reader when another gives up', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    const { sent } = fakeServer(() => answer.promise);
    const [one, other] = [new AbortController(), new AbortController()];
    const options = (controller: AbortController) => [{ params: { serverId: 's1' } }, { signal: controller.signal }] as const;
    const first = callApi(api.servers.read, ...options(one));
    const second = callApi(api.servers.read, ...options(other));
    one.abort();
    await expect(first).rejects.toThrow('Cancel action');
    expect(sent[0]?.signal?.aborted).toBe(false);
    answer.resolve({ body: { id: 's1' } });
    await expect(second).resolves.toEqual({ id: 's1' });
  });
});

describe('take-last', () => {
  it('take-last sends only the last of several calls, 300 ms after it; all get its result [const.take-last]', async () => {
    const run = vi.fn<(text: string) => Promise<string>>(async (text) => `found ${text}`);
    const search = takeLast(run);
    const early = search('a');
    await vi.advanceTimersByTimeAsync(299);
    const late = search('ab');
    await vi.advanceTimersByTimeAsync(299);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledExactlyOnceWith('ab');
    await expect(Promise.all([early, late])).resolves.toEqual(['found ab', 'found ab']);
    void search('c');
    await vi.advanceTimersByTimeAsync(300);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('the call table', () => {
  it('the call table has each call at the place its id names', () => {
    const places = Object.entries(api).flatMap(([noun, calls]) =>
      Object.entries(calls).map(([name, call]) => [`${noun}.${name}`, call.id]),
    );
    expect(places.length).toBeGreaterThan(20);
    for (const [place, id] of places) expect(id).toBe(place);
  });
});
