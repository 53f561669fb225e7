import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { silentWithin } from '../../src/http/connection-timeouts.ts';
import { handlesMax, objectFilesOf, silentConnectionsOf } from '../../src/ops/handles.ts';
import { startServer } from '../support/process.ts';

describe('the handles of a process', () => {
  it('the handles of a process are as many as the system tells', () => {
    const [, told] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    expect(handlesMax()).toBe(Number(told));
  });

  it.each([
    [65_536, 32_768, { perNetwork: 500, inAll: 2_000 }],
    [12_000, 6_000, { perNetwork: 500, inAll: 1_000 }],
    [1_024, 512, { perNetwork: 85, inAll: 85 }],
  ])('of %i handles objects take %i at most, and silent connections what leaves a quarter to others', (handles, files, silent) => {
    expect(objectFilesOf(handles)).toBe(files);
    expect(silentWithin(silentConnectionsOf(handles))).toEqual(silent);
    expect(files + 3 * silent.inAll).toBeLessThanOrEqual((handles * 3) / 4);
  });
});

describe('a process of few handles', () => {
  const HANDLES = 256;
  const folder = mkdtempSync(join(tmpdir(), 'gantry-handles-'));
  const opened: Socket[] = [];
  afterAll(() => {
    for (const socket of opened) socket.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a process of few handles answers lists while twice as many connections say nothing', async () => {
    const server = await startServer({ data: join(folder, 'data'), handles: HANDLES });
    const lead = await server.as('acme-lead', 'acme-prod');
    const { hostname, port } = new URL(server.selfService);
    for (let count = 0; count < 2 * HANDLES; count += 1) {
      const socket = connect(Number(port), hostname);
      opened.push(socket.on('error', () => undefined).resume());
      await once(socket, 'connect');
    }
    // A connection that the sign-in has left open would need no handle.
    const answer = await fetch(server.selfService + nouns.servers.calls.list.path, { headers: { ...lead.headers, connection: 'close' } });
    expect(answer.status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
