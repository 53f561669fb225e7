import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { Client } from '../support/client.ts';
import { launch } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = {
  GANTRY_DATA: join(folder, 'data'),
  GANTRY_PORT: '0',
  GANTRY_ADMIN_PORT: '0',
  GANTRY_S3_PORT: '0',
  GANTRY_SAMPLE_SERVERS: '2',
};

async function started(env: Record<string, string>) {
  const server = launch(env);
  await expect.poll(() => server.out() + server.err(), { timeout: 30_000 }).toMatch(/Self-service\s+http/);
  const url = (name: string): string => new RegExp(`${name}\\s+(http://\\S+)`).exec(server.out())![1]!;
  return { ...server, url };
}

describe('the server as a process', () => {
  it('the server lists every mistake of its configuration and ends with 1', async () => {
    const server = launch({ GANTRY_PORT: 'x', GANTRY_SAMPLE: 'y' });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/GANTRY_PORT must be/);
    expect(server.err()).toMatch(/GANTRY_SAMPLE must be/);
    expect(server.err()).not.toMatch(/\n\s+at /);
  });

  it('the server says where it is and how to sign in, once, and ends cleanly on SIGINT and on SIGTERM', async () => {
    const first = await started(place);
    const [, domain = '', password = ''] = /^\s*(\S+) \/ admin \/ (\S+)$/m.exec(first.out()) ?? [];
    expect(password, first.out()).not.toBe('');
    const client = new Client(first.url('Self-service'));
    const user = await client.call(nouns.session.calls.login, { body: { domain, username: 'admin', password } });
    expect(statSync(join(place.GANTRY_DATA, 'secret.key')).mode & 0o777).toBe(0o600);
    first.signal('SIGINT');
    expect(await first.ended, first.err()).toBe(0);

    const second = await started(place);
    expect(second.out()).not.toContain(password);
    const admin = new Client(second.url('Administration'), { [SESSION_HEADER]: user.token! });
    expect((await admin.call(nouns.session.calls.whoami)).name).toBe('admin');
    second.signal('SIGTERM');
    expect(await second.ended, second.err()).toBe(0);
  });
});
