import fc from 'fast-check';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kinds } from '@gantry/contract';
import type { Change } from '@gantry/contract/wire/events';
import { visibilityOf } from '../../src/access/visibility.ts';
import type { Owner, Share } from '../../src/port/store/rows.ts';
import type { Store } from '../../src/port/store/store.ts';
import { anyDatabase, openTestStore } from '../support/databases.ts';
import { ownedBy, put, remove, settled, stage, thing, type Client, type Stage } from './support/stage.ts';

const told = (client: Client): [string, string][] =>
  client
    .changes()
    .filter(({ id }) => !id.startsWith('last-'))
    .map(({ operation, id }) => [operation, id]);

describe.each(anyDatabase)('events on $name', ({ name }) => {
  let at: Stage;
  let store: Store;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ store, close } = await openTestStore(name));
    at = await stage(store);
  });
  afterEach(async () => {
    await at.end();
    await close();
  });

  it('events reach those who see the resource, and no other tenant whatever it asks for [choice.limited-scope]', async () => {
    const wish = { all_tenants: true };
    const inside = await at.enter('acme-member', 'acme-prod', wish);
    const beside = await at.enter('acme-member', 'acme-dev', wish);
    const foreign = await at.enter('globex-member', 'globex-prod', wish);
    const domain = await at.enter('acme-admin', undefined, wish);
    const system = await at.enter('root', undefined, { all_tenants: false });
    const rootInProject = await at.enter('root', 'acme-prod', { all_tenants: false });
    await put(store, thing('server', 'of-acme', ownedBy('acme-prod')));
    await put(store, thing('server', 'of-globex', ownedBy('globex-prod')));
    await put(store, thing('node', 'node-1'));
    await settled(store, [inside, beside, foreign, domain, system, rootInProject]);
    expect(told(inside)).toEqual([['created', 'of-acme']]);
    expect(told(beside)).toEqual([]);
    expect(told(foreign)).toEqual([['created', 'of-globex']]);
    expect(told(domain)).toEqual([['created', 'of-acme']]);
    expect(told(system)).toEqual([
      ['created', 'of-acme'],
      ['created', 'of-globex'],
      ['created', 'node-1'],
    ]);
    expect(told(rootInProject).filter(([, id]) => id !== 'node-1')).toEqual([['created', 'of-acme']]);
  });

  it('events carry kind, id, revision and state on the channel of the kind, and never the resource itself', async () => {
    const client = await at.enter('acme-member', 'acme-prod');
    const row = await put(store, thing('server', 's1', ownedBy('acme-prod')));
    await vi.waitFor(() => expect(client.events).toHaveLength(1));
    const seq = await store.changes.head();
    expect(client.events).toEqual([
      {
        channel: 'compute',
        event: { seq, changes: [{ seq, entity: 'server', operation: 'created', id: 's1', revision: row.revision, status: 'ACTIVE' }] },
      },
    ]);
  });

  it('events tell of a failure with its code and name', async () => {
    const client = await at.enter('acme-member', 'acme-prod');
    const error = { code: 'no_capacity', name: 's1', params: { node: 'n1' }, detail: 'full' };
    await store.transaction((writer) => writer.put(thing('server', 's1', ownedBy('acme-prod')), { operation: 'failed', error }));
    await vi.waitFor(() => expect(client.changes()).toMatchObject([{ operation: 'failed', id: 's1', error }]));
  });

  it('events say deleted when a resource stops being visible, and created when it becomes visible', async () => {
    const [from, to, both] = [
      await at.enter('acme-member', 'acme-prod'),
      await at.enter('acme-member', 'acme-dev'),
      await at.enter('acme-admin'),
    ];
    await put(store, thing('server', 's1', ownedBy('acme-prod')));
    await vi.waitFor(() => expect(from.changes()).toHaveLength(1));
    await put(store, thing('server', 's1', ownedBy('acme-dev')));
    await settled(store, [from, to, both]);
    expect(told(from)).toEqual([
      ['created', 's1'],
      ['deleted', 's1'],
    ]);
    expect(told(to)).toEqual([['created', 's1']]);
    expect(told(both)).toEqual([
      ['created', 's1'],
      ['updated', 's1'],
    ]);
  });

  it('events tell that a server was deleted', async () => {
    const server = thing('server', 's1', ownedBy('acme-prod'));
    const client = await at.enter('acme-member', 'acme-prod');
    await put(store, server);
    await vi.waitFor(() => expect(client.events).toHaveLength(1));
    await remove(store, server);
    await vi.waitFor(() =>
      expect(told(client)).toEqual([
        ['created', 's1'],
        ['deleted', 's1'],
      ]),
    );
  });

  it('an event comes once to a user who sees a resource in several ways', async () => {
    const client = await at.enter('acme-member', 'acme-prod');
    const shares: Share[] = [
      { target: 'public', state: 'accepted' },
      { target: 'project:acme-prod', state: 'accepted' },
      { target: 'domain:acme', state: 'accepted' },
    ];
    await put(store, thing('flavor', 'f1', ownedBy('acme-prod'), shares));
    await settled(store, [client]);
    expect(told(client)).toEqual([['created', 'f1']]);
  });

  it('events go out together where they come fast', async () => {
    const client = await at.enter('acme-member', 'acme-prod');
    // In one transaction: however slow the machine is, they are there at once.
    await store.transaction(async (writer) => {
      for (let index = 0; index < 50; index += 1) await writer.put(thing('server', 's1', ownedBy('acme-prod')), { operation: 'updated' });
    });
    await settled(store, [client]);
    expect(client.changes().findLast(({ id }) => id === 's1')?.revision).toBe(50);
    expect(client.events.length).toBeLessThan(25);
  });

  /** What lists of a caller hold, and what a reader of its events believes to exist. */
  it('events leave each reader believing what its lists say', async () => {
    const logins: [string, string | undefined][] = [
      ['acme-member', 'acme-prod'],
      ['acme-member', 'acme-dev'],
      ['acme-admin', undefined],
      ['globex-member', 'globex-prod'],
      ['root', undefined],
    ];
    const readers = await Promise.all(
      logins.map(async ([person, project]) => {
        const tokens = await at.signIn(person, project);
        const client = await at.connect(tokens);
        expect(await client.login({ all_tenants: false })).toMatchObject({ code: 200 });
        return { client, caller: await at.access.authenticate(tokens) };
      }),
    );
    const owner = fc.constantFrom<Owner>(ownedBy('acme-prod'), ownedBy('acme-dev'), ownedBy('globex-prod'), {
      domainId: null,
      projectId: null,
      userId: null,
    });
    const target = fc.constantFrom<Share['target']>('public', 'project:acme-prod', 'project:globex-prod', 'domain:acme', 'domain:globex');
    const state = fc.constantFrom<Share['state']>('accepted', 'pending', 'rejected');
    const share = fc.record({ target, state });
    const step = fc.record({
      id: fc.constantFrom('f1', 'f2', 'f3'),
      gone: fc.boolean(),
      owner,
      shares: fc.uniqueArray(share, { maxLength: 3, selector: (one) => one.target }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { id, gone, owner: of, shares } of steps) {
          const input = thing('flavor', id, of, shares);
          await (gone ? remove(store, input) : put(store, input));
        }
        await settled(
          store,
          readers.map(({ client }) => client),
        );
        for (const { client, caller } of readers) {
          const kind = kinds.get('flavor')!;
          const { rows } = await store.read.list({
            kind,
            visibility: visibilityOf(caller),
            filters: {},
            sort: { key: 'name', descending: false },
            limit: 1000,
          });
          const listed = rows.map(({ id }) => id).filter((id) => !id.startsWith('last-'));
          expect([...believed(client.changes())].sort()).toEqual(listed.sort());
        }
      }),
      { numRuns: 12 },
    );
  });

  it('events that a socket missed are sent when it comes back, as far as they are visible to it', async () => {
    const first = await at.enter('acme-member', 'acme-prod');
    await put(store, thing('server', 's1', ownedBy('acme-prod')));
    await vi.waitFor(() => expect(first.events).toHaveLength(1));
    const since = first.events[0]!.event.seq;
    first.socket.disconnect();
    await put(store, thing('server', 's2', ownedBy('acme-prod')));
    await put(store, thing('server', 's3', ownedBy('globex-prod')));
    await put(store, thing('server', 's1', ownedBy('acme-dev')));
    const back = await at.enter('acme-member', 'acme-prod', { since });
    await settled(store, [back]);
    expect(told(back)).toEqual([
      ['created', 's2'],
      ['deleted', 's1'],
    ]);
  });

  it('events that the log has forgotten lead to a resync, as does a number from another log', async () => {
    const client = await at.enter('acme-member', 'acme-prod');
    await put(store, thing('server', 's1', ownedBy('acme-prod')));
    await settled(store, [client]);
    await store.changes.prune(new Date(Date.now() + 1_000).toISOString());
    const head = await store.changes.head();
    expect(await client.login({ all_tenants: false, since: 0 })).toEqual({ code: 200, seq: head, resync: true });
    expect(await client.login({ all_tenants: false, since: head + 1_000 })).toEqual({ code: 200, seq: head, resync: true });
    expect(await client.login({ all_tenants: false, since: head })).toEqual({ code: 200, seq: head });
  });

  it('events come once each and in order to sockets that log in while changes are made', async () => {
    let writing = true;
    let made = 0;
    const writer = (async () => {
      // A put on SQLite never leaves the event loop to others by itself.
      for (; writing; await nextTurn()) await put(store, thing('server', `s${(made += 1)}`, ownedBy('acme-prod')));
    })();
    const tokens = await at.signIn('acme-member', 'acme-prod');
    const clients: Client[] = [];
    for (let index = 0; index < 8; index += 1) {
      await delay(30);
      const client = await at.connect(tokens);
      expect(await client.login({ all_tenants: false, since: 0 })).toMatchObject({ code: 200 });
      clients.push(client);
    }
    writing = false;
    await writer;
    await settled(store, clients);
    const expected = Array.from({ length: made }, (_, index) => ['created', `s${index + 1}`]);
    for (const client of clients) expect(told(client)).toEqual(expected);
  });

  it('events come once each after repeated logins of one socket', async () => {
    const client = await at.enter('acme-member', 'acme-prod');
    await client.login({ all_tenants: false });
    await client.login({ all_tenants: false });
    await put(store, thing('server', 's1', ownedBy('acme-prod')));
    await settled(store, [client]);
    expect(told(client)).toEqual([['created', 's1']]);
  });

  it('a socket that does not read its events is cut off, while another one stays connected', async () => {
    const small = await stage(store, { bufferLimit: 20_000, times: { patrol: 100, coalesce: 20 } });
    const { sessionId, authToken } = await small.signIn('acme-member', 'acme-prod');
    const reader = await small.enter('acme-member', 'acme-prod');
    const headers = { 'x-session-id': sessionId, 'x-auth-token': authToken ?? '' };
    const poll = async (query = '', body?: string) =>
      (
        await fetch(`${small.url}/ws?EIO=4&transport=polling${query}`, { headers, ...(body !== undefined && { method: 'POST', body }) })
      ).text();
    const { sid } = JSON.parse((await poll()).slice(1)) as { sid: string };
    await poll(`&sid=${sid}`, '40');
    await poll(`&sid=${sid}`);
    await poll(`&sid=${sid}`, '420["login",{"all_tenants":false}]');
    expect(await poll(`&sid=${sid}`)).toContain('"code":200');
    for (let index = 0; index < 300; index += 1) await put(store, thing('server', `s${index}`, ownedBy('acme-prod')));
    await vi.waitFor(async () => expect(await poll(`&sid=${sid}`, '3')).toContain('Session ID unknown'), 5_000);
    // Who polls on is told that the connection is closed, which is no error.
    expect(await poll(`&sid=${sid}`)).toBe('1');
    expect(reader.socket.connected).toBe(true);
    await small.end();
  });
});

const believed = (changes: readonly Change[]): Set<string> => {
  const there = new Set<string>();
  for (const { id, operation } of changes.filter((change) => !change.id.startsWith('last-'))) {
    if (operation === 'deleted') there.delete(id);
    else there.add(id);
  }
  return there;
};
