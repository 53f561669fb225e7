import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import { anyDatabase } from '../support/databases.ts';
import { listen, type Listening } from '../../../fakes/socket.ts';
import { PREFIX } from './support/stage.ts';

type AllFound = (error: Error | null, addresses: LookupAddress[]) => void;

const told = ({ events }: Listening, channel: string, id: string) =>
  events.filter((one) => one.channel === channel).flatMap(({ event }) => event.changes.filter((change) => change.id === id));

describe.each(anyDatabase)('the socket of the whole server on $name', ({ name }) => {
  let at: TestApp;
  const open: Listening[] = [];

  beforeEach(async () => {
    at = await startTestApp({ database: name });
  });
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.disconnect();
    await at.close();
  });

  it('sockets on both ports, under either root, are told of a server and of its task, and other tenants of neither', async () => {
    const member = await at.as('acme-member', 'acme-prod');
    const other = await listen(at.url, await at.as('globex-member', 'globex-prod'));
    const readers = await Promise.all([
      listen(at.app.selfServiceUrl, member),
      listen(at.app.selfServiceUrl, member, { path: `${PREFIX}/ws` }),
      listen(at.app.adminUrl, await at.as('admin', 'own')),
    ]);
    open.push(other, ...readers);
    const { data } = await member.call(nouns.servers.calls.list, { query: { status: 'ACTIVE', limit: 1 } });
    const server = data[0]!;
    const { task_id } = await member.call(nouns.servers.calls.stop, { params: { serverId: server.id } });
    await at.ended(member, task_id);
    for (const reader of readers) {
      await vi.waitFor(() => expect(told(reader, 'tasks', task_id).at(-1)).toMatchObject({ entity: 'task', status: 'success' }), 5_000);
      await vi.waitFor(
        () => expect(told(reader, 'compute', server.id).at(-1)).toMatchObject({ entity: 'server', status: 'SHUTOFF' }),
        5_000,
      );
    }
    expect([...told(other, 'tasks', task_id), ...told(other, 'compute', server.id)]).toEqual([]);
  });

  it('a socket is ended by signing out', async () => {
    const member = await at.as('acme-member', 'acme-prod');
    const reader = await listen(at.url, member);
    open.push(reader);
    await member.call(nouns.session.calls.logout);
    await vi.waitFor(() => expect(reader.signals).toEqual(['session_ended', 'disconnect']), 5_000);
  });

  it('every socket is told about_to_stop when the server stops [socket.about-to-stop]', async () => {
    const readers = [
      await listen(at.app.selfServiceUrl, await at.as('acme-member', 'acme-prod')),
      await listen(at.app.adminUrl, await at.as('admin', 'own')),
    ];
    open.push(...readers);
    await at.app.close();
    for (const { signals } of readers) await vi.waitFor(() => expect(signals).toEqual(['about_to_stop', 'disconnect']), 5_000);
  });
});

describe('a server that listens on a name', () => {
  it('a server that listens on a name takes sockets on every address of it that answers requests', async () => {
    // As on a machine where the name stands for two addresses.
    const both: LookupAddress[] = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    const original = dns.lookup;
    const lookups = vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: LookupAllOptions, done: AllFound) => {
      if (name === 'localhost' && options.all) done(null, both);
      else Reflect.apply(original, dns, [name, options, done]);
    }) as typeof dns.lookup);
    const at = await startTestApp({ database: 'sqlite', env: { GANTRY_HOST: 'localhost' } });
    lookups.mockRestore();
    const member = await at.as('acme-member', 'acme-prod');
    const { port } = new URL(at.url);
    const answering: string[] = [];
    for (const { address, family } of both) {
      const url = `http://${family === 6 ? `[${address}]` : address}:${port}`;
      const answer = await fetch(`${url}/config.json`).catch((error: unknown) => error);
      if (!(answer instanceof Response)) continue;
      answering.push(url);
      (await listen(url, member)).close();
    }
    expect(answering).toContain(at.url);
    await at.close();
  });
});
