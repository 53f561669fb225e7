import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { ScopeTokenRecord, SessionRecord } from '../../src/port/store/sign-in.ts';
import type { Store } from '../../src/port/store/store.ts';
import { databases, storeForEach, type TestPlace } from '../support/databases.ts';

const at = (seconds: number): string => new Date(1_800_000_000_000 + seconds * 1000).toISOString();
const session = (idHash: string, changes: Partial<SessionRecord> = {}): SessionRecord => ({
  idHash,
  userId: 'u',
  domainId: 'd',
  principal: { name: 'ann', credential: { token: 'keystone-secret' } },
  createdAt: at(0),
  lastSeenAt: at(0),
  expiresAt: at(1000),
  ...changes,
});
const token = (tokenHash: string, sessionHash: string): ScopeTokenRecord => ({
  tokenHash,
  sessionHash,
  scope: { type: 'project', projectId: 'p', domainId: 'd' },
  role: 'project_user',
  readOnly: true,
  permissions: ['image_upload'],
  credential: { token: 'scoped-secret' },
  expiresAt: at(500),
});

describe.each(databases)('sessions on $name', ({ name }) => {
  let place: TestPlace;
  let store: Store;
  storeForEach(name, (...opened) => ([store, place] = opened));

  it('sessions are kept whole with their tokens, and end together', async () => {
    await store.sessions.create(session('s1'));
    await store.sessions.addToken(token('t1', 's1'));
    expect(await store.sessions.get('s1')).toEqual(session('s1'));
    expect(await store.sessions.getToken('t1')).toEqual(token('t1', 's1'));
    await store.sessions.revoke('s1');
    expect(await store.sessions.get('s1')).toBeUndefined();
    expect(await store.sessions.getToken('t1')).toBeUndefined();
  });

  it('the last use of a session only moves forward', async () => {
    await store.sessions.create(session('s1'));
    await store.sessions.touch('s1', at(50));
    await store.sessions.touch('s1', at(20));
    expect((await store.sessions.get('s1'))?.lastSeenAt).toBe(at(50));
  });

  it('the sessions of a user end all, but one where requested', async () => {
    for (const id of ['a', 'b', 'c']) await store.sessions.create(session(id));
    await store.sessions.create(session('other', { userId: 'v' }));
    expect(await store.sessions.revokeUser('u', 'b')).toBe(2);
    expect(await store.sessions.alive(['a', 'b', 'c', 'other'], at(0), at(1))).toEqual(new Set(['b', 'other']));
    expect(await store.sessions.revokeUser('u')).toBe(1);
  });

  it('of the sessions of a user those go that were not in use for longest, by what is stored of it or is known beside', async () => {
    for (const [id, seen] of [
      ['a', 10],
      ['b', 30],
      ['c', 20],
      ['d', 5],
      ['other', 1],
    ] as const)
      await store.sessions.create(session(id, { lastSeenAt: at(seen), ...(id === 'other' && { userId: 'v' }) }));
    const left = async () => [...(await store.sessions.alive(['a', 'b', 'c', 'd', 'other'], at(0), at(1)))].toSorted();
    const used = new Map([
      ['a', at(40)],
      ['b', at(2)],
    ]);
    await store.sessions.trim('u', 4, 'd', (id) => used.get(id));
    expect(await left()).toEqual(['a', 'b', 'c', 'd', 'other']);
    await store.sessions.trim('u', 3, 'd', (id) => used.get(id));
    expect(await left()).toEqual(['a', 'b', 'd', 'other']);
    await store.sessions.trim('u', 2, 'd', () => undefined);
    expect(await left()).toEqual(['b', 'd', 'other']);
  });

  it('sessions live while neither idle nor expired, and are forgotten after', async () => {
    await store.sessions.create(session('fresh', { lastSeenAt: at(90) }));
    await store.sessions.create(session('idle', { lastSeenAt: at(10) }));
    await store.sessions.create(session('expired', { lastSeenAt: at(90), expiresAt: at(100) }));
    await store.sessions.addToken(token('t-idle', 'idle'));
    expect(await store.sessions.alive(['fresh', 'idle', 'expired', 'unknown'], at(50), at(100))).toEqual(new Set(['fresh']));
    expect(await store.sessions.alive([], at(50), at(100))).toEqual(new Set());
    await store.sessions.prune(at(50), at(100));
    expect(await Promise.all(['fresh', 'idle', 'expired'].map(async (id) => (await store.sessions.get(id)) !== undefined))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await store.sessions.getToken('t-idle')).toBeUndefined();
  });

  it('sessions are read with a new secret key as long as the former one is given, and have ended without it', async () => {
    await store.sessions.create(session('s1'));
    await store.sessions.addToken(token('t1', 's1'));
    const secretKey = Buffer.alloc(32, 7);
    await expect(openStore({ ...place.options, secretKey })).rejects.toThrow('written with another secret key');
    const changed = await openStore({ ...place.options, secretKey, formerSecretKeys: [place.options.secretKey] });
    expect(await changed.sessions.get('s1')).toEqual(session('s1'));
    await changed.sessions.create(session('s2'));
    await changed.close();
    const without = await openStore({ ...place.options, secretKey });
    expect(await without.sessions.get('s1')).toBeUndefined();
    expect(await without.sessions.getToken('t1')).toBeUndefined();
    expect(await without.sessions.get('s2')).toEqual(session('s2'));
    await without.close();
  });
});
