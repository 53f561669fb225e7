/** Away for longer than the change log is kept: whoever comes back reads everything again, and is right from then on. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { connect, type Listening } from '../../../fakes/socket.ts';

const { calls } = nouns.servers;
const LONG = { timeout: 15_000 };

describe.each(databases)('a reader that was away for longer than the log is kept on $name', ({ name }) => {
  let at: TestApp;
  let member: Client;
  const open: Listening[] = [];

  beforeEach(async () => {
    at = await startTestApp({ database: name });
    member = await at.as('acme-member', 'acme-prod');
  });
  afterEach(async () => {
    for (const one of open.splice(0)) one.close();
    await at.close();
  });

  const come = async (since?: number) => {
    const listening = await connect(at.url, member);
    open.push(listening);
    return { listening, answer: await listening.login(since === undefined ? {} : { since }) };
  };

  /** What the list shows: status by id, all of it. */
  const shown = async (): Promise<Map<string, string>> => {
    const page = await member.call(calls.list, { query: { limit: 100, with_count: true } });
    expect(page.count).toBe(page.data.length);
    return new Map(page.data.map(({ id, status }) => [id, status]));
  };

  const stop = async (serverId: string): Promise<void> => {
    const { task_id } = await member.call(calls.stop, { params: { serverId } });
    expect(await at.ended(member, task_id)).toMatchObject({ state: 'success' });
  };

  it('a reader away for longer than the log is kept reads all again, and hears later changes once', async () => {
    const first = await come();
    expect(first.answer).toMatchObject({ code: 200 });
    const before = await shown();
    const [stopped, deleted, later] = [...before].flatMap(([id, status]) => (status === 'ACTIVE' ? [id] : []));
    first.listening.close();

    await stop(stopped!);
    const { task_id } = await member.call(calls.delete, { params: { serverId: deleted! } });
    expect(await at.ended(member, task_id)).toMatchObject({ state: 'success' });
    // All of it has been sent: what is forgotten unsent would cut off everyone.
    await vi.waitFor(async () => expect((await come()).answer.seq).toBe(await at.store.changes.head()), LONG);
    await at.store.changes.prune(new Date(Date.now() + 60_000).toISOString());
    expect((await at.store.changes.since(first.answer.seq!, 1)).truncated).toBe(true);

    const { listening, answer } = await come(first.answer.seq);
    expect(answer).toMatchObject({ code: 200, resync: true });
    // Past all that was forgotten: a number from before would only lead to the next resync.
    expect((await at.store.changes.since(answer.seq!, 1)).truncated).toBe(false);
    const expected = new Map(before).set(stopped!, 'SHUTOFF');
    expected.delete(deleted!);
    expect(await shown()).toEqual(expected);

    await stop(later!);
    const toldOf = (reader: Listening, id: string) => reader.changes().filter((change) => change.id === id);
    await vi.waitFor(() => expect(toldOf(listening, later!).at(-1)).toMatchObject({ status: 'SHUTOFF' }), LONG);
    expect(toldOf(listening, later!).every(({ seq }) => seq > answer.seq!)).toBe(true);
    expect(await shown()).toEqual(expected.set(later!, 'SHUTOFF'));

    // Whoever now comes back with what was heard last is not sent to read all again, and is told nothing twice.
    const last = Math.max(...listening.events.map(({ event }) => event.seq));
    listening.close();
    const again = await come(last);
    expect(again.answer).toMatchObject({ code: 200 });
    expect(again.answer).not.toHaveProperty('resync');
    expect(toldOf(again.listening, later!).filter(({ seq }) => seq <= last)).toEqual([]);
  });
});
