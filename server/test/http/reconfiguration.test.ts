import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

describe('while the platform is reconfigured', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
  });
  afterAll(() => app.close());

  const told = async (path: string) => {
    const { status, headers } = await app.nobody.raw('GET', path);
    return [status, headers.get('x-reconfiguration-state')];
  };
  const becomes = async (state: string | null) => {
    await expect.poll(() => told('/config.json'), { timeout: 60_000 }).toEqual([200, state]);
  };

  it('each answer tells of a reconfiguration, whatever its status, until its announcement is gone [choice.reconfiguration-header-name]', async () => {
    const file = join(app.folder, 'reconfiguring');
    expect(await told('/config.json')).toEqual([200, null]);
    await writeFile(file, '');
    await becomes('running');
    expect(await told('/api/v2/accounts/whoami')).toEqual([401, 'running']);
    expect(await told('/api/v2/nothing')).toEqual([404, 'running']);
    expect(await told('/')).toEqual([200, 'running']);
    await writeFile(file, 'upgrading since noon\n');
    await becomes('upgrading');
    await writeFile(file, 'no\theader: of its own\r\nset-cookie: a=b');
    await becomes('no');
    await writeFile(file, '<none>');
    await becomes('running');
    await rm(file);
    await becomes(null);
    expect(await told('/api/v2/nothing')).toEqual([404, null]);
  });
});
