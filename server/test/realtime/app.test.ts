import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import type { ChangeEvent, LoginAnswer } from '@gantry/contract/wire/events';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { PREFIX } from './support/stage.ts';

interface Listening {
  socket: Socket;
  events: { channel: string; event: ChangeEvent }[];
  signals: string[];
}

/** A socket of this client's session and scope, logged in. */
async function listen(url: string, path: string, client: Client): Promise<Listening> {
  const socket = io(url, {
    path,
    forceNew: true,
    reconnection: false,
    transportOptions: { polling: { extraHeaders: { ...client.headers } } },
  });
  const events: Listening['events'] = [];
  const signals: string[] = [];
  socket.onAny((name: string, event?: ChangeEvent) => (event ? events.push({ channel: name, event }) : signals.push(name)));
  socket.on('disconnect', () => signals.push('disconnect'));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const answer = (await socket.timeout(5_000).emitWithAck('login', { all_tenants: false })) as LoginAnswer;
  expect(answer).toMatchObject({ code: 200 });
  return { socket, events, signals };
}

const told = ({ events }: Listening, channel: string, id: string) =>
  events.filter((one) => one.channel === channel).flatMap(({ event }) => event.changes.filter((change) => change.id === id));

describe.each(databases)('the socket of the whole server on $name', ({ name }) => {
  let at: TestApp;
  const open: Listening[] = [];

  beforeEach(async () => {
    at = await startTestApp({ database: name });
  });
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.disconnect();
    await at.close();
  });

  it('tells both ports, under either root, of a server and of its task, and other tenants of neither', async () => {
    const member = await at.as('acme-member', 'acme-prod');
    const other = await listen(at.url, '/ws', await at.as('globex-member', 'globex-prod'));
    const readers = await Promise.all([
      listen(at.app.selfServiceUrl, '/ws', member),
      listen(at.app.selfServiceUrl, `${PREFIX}/ws`, member),
      listen(at.app.adminUrl, '/ws', await at.as('admin', 'own')),
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

  it('is ended by signing out', async () => {
    const member = await at.as('acme-member', 'acme-prod');
    const reader = await listen(at.url, '/ws', member);
    open.push(reader);
    await member.call(nouns.session.calls.logout);
    await vi.waitFor(() => expect(reader.signals).toEqual(['session_ended', 'disconnect']), 5_000);
  });

  it('tells everyone about_to_stop when the server stops [socket.about-to-stop]', async () => {
    const readers = [
      await listen(at.app.selfServiceUrl, '/ws', await at.as('acme-member', 'acme-prod')),
      await listen(at.app.adminUrl, '/ws', await at.as('admin', 'own')),
    ];
    open.push(...readers);
    await at.app.close();
    for (const { signals } of readers) await vi.waitFor(() => expect(signals).toEqual(['about_to_stop', 'disconnect']), 5_000);
  });
});
