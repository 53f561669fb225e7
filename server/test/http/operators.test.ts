import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { mountOperations } from '../../src/http/operations.ts';

const TOKEN = 'a-token-for-prometheus';
const PARTS = { ready: true, engines: ['lab'] };
const operations = {
  readiness: async () => PARTS,
  figures: async () => 'gantry_build_info{version="9.9.9"} 1\n',
  requestBegan: () => undefined,
  requestEnded: () => undefined,
};

/** Addresses of this machine, and of others. */
const HERE = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'];
const ELSEWHERE = ['192.0.2.7', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '128.0.0.1'];

describe('figures and the state of the parts', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  async function ask(
    path: '/metrics' | '/readyz' | '/healthz',
    {
      from,
      headers = {},
      token,
      side = 'administration',
    }: { from: string; headers?: Record<string, string>; token?: string; side?: 'administration' | 'self-service' },
  ) {
    await app?.close();
    app = Fastify();
    app.setErrorHandler((error, _request, reply) => reply.code(error instanceof GantryError ? error.status : 500).send(''));
    mountOperations(app, { operations, metricsToken: token, side });
    return app.inject({ path, remoteAddress: from, headers });
  }

  it('figures are for this machine only while no token is set, by the connection and not by what a header says', async () => {
    for (const from of HERE) expect((await ask('/metrics', { from })).body, from).toContain('gantry_build_info');
    for (const from of ELSEWHERE)
      for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { authorization: `Bearer ${TOKEN}` }] as Record<string, string>[]) {
        const { statusCode, body, headers: answered } = await ask('/metrics', { from, headers });
        expect([statusCode, body, answered['www-authenticate']], from).toEqual([401, '', 'Bearer']);
      }
  });

  it('figures and the state of the parts are not for what a proxy on this machine brings from elsewhere', async () => {
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-prefix',
      'x-forwarded-proto',
      'x-real-ip',
      'forwarded',
      'via',
    ]) {
      const headers = { [header]: '127.0.0.1' };
      expect((await ask('/metrics', { from: '127.0.0.1', headers })).statusCode, header).toBe(401);
      expect((await ask('/readyz', { from: '127.0.0.1', headers })).json(), header).toEqual({ ready: true });
    }
  });

  it('figures are for everybody who brings the token where one is set, and for nobody else', async () => {
    const right = { authorization: `Bearer ${TOKEN}` };
    for (const from of [...HERE, ...ELSEWHERE]) {
      expect((await ask('/metrics', { from, token: TOKEN, headers: right })).statusCode, from).toBe(200);
      expect((await ask('/metrics', { from, token: TOKEN })).statusCode, from).toBe(401);
      expect((await ask('/readyz', { from, token: TOKEN, headers: right })).json(), from).toEqual(PARTS);
    }
  });

  it('strangers see whether the server lives and is ready, and no more', async () => {
    for (const from of ELSEWHERE)
      for (const side of ['administration', 'self-service'] as const) {
        const [lives, ready] = [await ask('/healthz', { from, side }), await ask('/readyz', { from, side })];
        expect([lives.body, ready.json()], from).toEqual(['ok\n', { ready: true }]);
      }
    for (const from of HERE) expect((await ask('/readyz', { from })).json(), from).toEqual(PARTS);
    expect((await ask('/readyz', { from: '127.0.0.1', side: 'self-service' })).json()).toEqual({ ready: true });
    expect((await ask('/metrics', { from: '127.0.0.1', side: 'self-service' })).statusCode).toBe(404);
  });
});
