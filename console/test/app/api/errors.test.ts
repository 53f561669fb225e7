import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestPorts } from '../../../src/app/api/answer.ts';
import { api } from '../../../src/app/api/calls.ts';
import { ApiError, isCancel } from '../../../src/app/api/errors.ts';
import { callApi } from '../../../src/app/api/request.ts';
import { connect, errorBody, fakeServer } from '../fake-server.ts';

afterEach(() => vi.unstubAllGlobals());

const read = () => callApi(api.servers.read, { params: { serverId: 's1' } });

/** What a call rejects with. */
async function failure(call: () => Promise<unknown> = read): Promise<ApiError> {
  const error: unknown = await call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new TypeError(`not an ApiError: ${String(error)}`);
  return error;
}

describe('errors of the request layer', () => {
  it('a failure of the network is called a network error, with its message [err.network]', async () => {
    connect();
    fakeServer(() => new TypeError('Failed to fetch'));
    const error = await failure();
    expect(error).toMatchObject({ kind: 'network', status: 0 });
    expect(error.message).toBe('network error: Failed to fetch');
  });

  it('a call refuses a body that is declared as JSON and is not', async () => {
    connect();
    fakeServer(() => ({ text: '<' }));
    expect((await failure()).message).toBe('Can not parse payload. Expected JSON');
  });

  it('every 404 of a call has one text [err.404]', async () => {
    connect();
    fakeServer(() => ({ status: 404, body: errorBody('not_found', { message: 'no such row' }) }));
    expect(await failure()).toMatchObject({ kind: 'not-found', code: 'not_found', message: 'Object you are referring to is not found' });
  });

  it('another 4xx of a call carries message, fields and data [err.4xx]', async () => {
    connect();
    const data = {
      field_codes: { name: [{ code: 'required' }] },
      params: { resource: 'cores' },
      reason: { code: 'server_locked' },
      detail: 'no',
    };
    fakeServer(() => ({ status: 409, body: errorBody('quota_exceeded', { message: 'used up', fields: { name: ['needed'] }, data }) }));
    expect(await failure()).toMatchObject({
      kind: 'validation',
      status: 409,
      code: 'quota_exceeded',
      message: 'used up',
      fields: { name: ['needed'] },
      fieldCodes: { name: [{ code: 'required' }] },
      params: { resource: 'cores' },
      reason: { code: 'server_locked' },
      detail: 'no',
      data,
    });
  });

  it.each([500, 501, 503])('a %i and every other 5xx of a call have one text [err.http-5xx]', async (status) => {
    connect();
    fakeServer(() => ({ status, body: errorBody('engine_unavailable'), headers: { 'x-request-id': 'r-7' } }));
    expect(await failure()).toMatchObject({
      kind: 'server',
      status,
      code: 'engine_unavailable',
      requestId: 'r-7',
      message: 'Internal Server Error. Please contact your system administrator.',
    });
  });

  it('an error page of a proxy reads as an error without a code of its own', async () => {
    connect();
    fakeServer(() => ({ status: 502, text: '<html>bad gateway</html>' }));
    expect(await failure()).toMatchObject({ kind: 'server', code: 'server', status: 502 });
  });

  it('an aborted call counts as a cancel that shows no error [err.abort]', async () => {
    connect();
    const { sent } = fakeServer(() => new Promise(() => undefined));
    const controller = new AbortController();
    const pending = failure(() => callApi(api.servers.read, { params: { serverId: 's1' } }, { signal: controller.signal }));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    controller.abort();
    const error = await pending;
    expect(error.message).toBe('Cancel action');
    expect(isCancel(error)).toBe(true);
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it('the message of an error loses the mark of deprecated fields [err.deprecated-field]', async () => {
    connect();
    fakeServer(() => ({ status: 400, body: errorBody('validation_failed', { message: 'Bad value (Deprecated field)' }) }));
    expect((await failure()).message).toBe('Bad value');
  });

  it('a call tells of the reconfiguration header with any status', async () => {
    const reconfiguring = vi.fn<() => void>();
    connect({ reconfiguring });
    for (const status of [200, 404, 500]) {
      fakeServer(() => ({ status, headers: { 'x-reconfiguration-state': 'running' } }));
      // whether the read itself succeeds differs by status and does not matter here
      await read().catch(() => undefined);
    }
    expect(reconfiguring).toHaveBeenCalledTimes(3);
  });
});

describe('401', () => {
  const refuse = () => fakeServer(() => ({ status: 401, body: errorBody('unauthorized') }));

  it('a 401 passes through where the guard is skipped [err.401-skip]', async () => {
    const checkAccess = vi.fn<RequestPorts['checkAccess']>(async () => 'ended');
    const signOut = vi.fn<RequestPorts['signOut']>();
    connect({ checkAccess, signOut });
    refuse();
    const error = await failure(() => callApi(api.session.whoami, {}, { guard: 'skip' }));
    expect(error).toMatchObject({ kind: 'authorization', status: 401 });
    expect(checkAccess).not.toHaveBeenCalled();
    expect(signOut).not.toHaveBeenCalled();
  });

  it('a 401 signs out where the guard is forced, and rejects as an authorization error [err.401-forced]', async () => {
    const signOut = vi.fn<RequestPorts['signOut']>();
    connect({ signOut });
    refuse();
    const error = await failure(() => callApi(api.session.whoami, {}, { guard: 'forced' }));
    expect(signOut).toHaveBeenCalledOnce();
    expect(error.kind).toBe('authorization');
  });

  it('after a 401 a call is repeated once with the new token when the check has renewed the access', async () => {
    let scoped = 'old';
    connect({
      credentials: () => ({ session: 's', scoped }),
      checkAccess: async () => {
        scoped = 'new';
        return 'renewed';
      },
    });
    const { sent } = fakeServer(({ headers }) => (headers.get('x-auth-token') === 'new' ? { body: { id: 's1' } } : { status: 401 }));
    await expect(read()).resolves.toEqual({ id: 's1' });
    expect(sent).toHaveLength(2);
  });

  it('a call gives up after one repetition for a 401', async () => {
    connect({ checkAccess: async () => 'renewed' });
    const { sent } = refuse();
    expect((await failure()).kind).toBe('authorization');
    expect(sent).toHaveLength(2);
  });
});
