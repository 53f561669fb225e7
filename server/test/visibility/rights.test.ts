import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kinds, nouns } from '@gantry/contract';
import { SESSION_ENDED } from '@gantry/contract/wire/events';
import type { RowInput, Share } from '../../src/port/store/rows.ts';
import { VERIFY_MS } from '../../src/access/access.ts';
import { TIMES } from '../../src/realtime/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { domainRow, entered, projectRow, put, remove, rowOf, sessionOf, userRow, type TestUser } from '../support/tenants.ts';
import { Ear } from './support/people.ts';
import { documentOf } from './support/plant.ts';

/** Works in a project of another domain than the own one, so that each of the two can be closed. */
const ANN: TestUser = { id: 'ann', domainId: 'home', role: 'project_member', assigned: { shop: 'project_user' } };
const BOSS: TestUser = { id: 'boss', domainId: 'works', role: 'domain_admin', assigned: {} };

it('the intervals of the checks let the loss of a right reach open sockets within three seconds', () => {
  expect(TIMES.patrol + VERIFY_MS).toBeLessThanOrEqual(3_000);
});

describe.each(anyDatabase)('an open socket on $name', ({ name }) => {
  let app: TestApp;
  let mark = 0;
  const ears: Ear[] = [];
  beforeAll(async () => {
    const times = { session: { verify: 20 }, realtime: { patrol: 100 } };
    app = await startTestApp({ database: name, env: { GANTRY_SAMPLE_SERVERS: '0' }, ...times });
  });
  beforeEach(async () => {
    mark += 1;
    await put(app.store, domainRow('home'), domainRow('works'), projectRow('shop', 'works'), userRow(ANN), userRow(BOSS));
  });
  afterEach(() => {
    for (const ear of ears.splice(0)) ear.close();
  });
  afterAll(() => app.close());

  /** Names differ from test to test. */
  const named = (id: string): string => `${id}-${mark}`;

  async function listening(client: Client): Promise<Ear> {
    const ear = new Ear(client);
    ears.push(ear);
    return ear.login();
  }
  const server = (id: string): RowInput =>
    rowOf(
      'server',
      named(id),
      { ...documentOf(kinds.get('server')!), name: id, project_id: 'shop' },
      { domainId: 'works', projectId: 'shop' },
    );
  const inShop = async (user = ANN): Promise<Client> => entered(await sessionOf(app, user), { projectId: 'shop' });

  async function hears(ear: Ear, id: string, operation = 'created'): Promise<void> {
    const heard = () => ear.changes.some((change) => change.id === named(id) && change.operation === operation);
    await expect.poll(heard).toBe(true);
  }

  const taken: readonly [string, (store: TestApp['store']) => Promise<unknown>][] = [
    ['the role in the project', (store) => put(store, userRow({ ...ANN, assigned: {} }))],
    ['the former role, for another one', (store) => put(store, userRow({ ...ANN, assigned: { shop: 'project_admin' } }))],
    ['the user, who was disabled', (store) => put(store, userRow(ANN, false))],
    ['the user, who was deleted', (store) => remove(store, 'user', 'ann')],
    ['the project, which was disabled', (store) => put(store, projectRow('shop', 'works', false))],
    ['the project, which was deleted', (store) => remove(store, 'project', 'shop')],
    ['the domain of the project, which was disabled', (store) => put(store, domainRow('works', false))],
    ['the domain of the user, which was disabled', (store) => put(store, domainRow('home', false))],
  ];

  it.each(taken)('an open socket ends soon after it has lost %s, and hears nothing more', async (_, take) => {
    const client = await inShop();
    const ear = await listening(client);
    await put(app.store, server('before'));
    await hears(ear, 'before');
    await take(app.store);
    await expect.poll(() => ear.signals).toEqual([SESSION_ENDED, 'disconnect']);
    await put(app.store, server('after'));
    const observer = await listening(await app.as('admin', 'own'));
    await put(app.store, server('last'));
    await hears(observer, 'last');
    expect(ear.changes.map(({ id }) => id)).not.toContain(named('after'));
    const refused = await client.refused(nouns.servers.calls.list);
    expect(['unauthorized', 'user_disabled']).toContain(refused.code);
    await expect(listening(client)).rejects.toThrow(/answered 40[13]|disconnected/);
  });

  it('an open socket ends when its user stops being an administrator of the domain', async () => {
    const ear = await listening(await entered(await sessionOf(app, BOSS), 'own'));
    await put(app.store, server('before'));
    await hears(ear, 'before');
    await put(app.store, userRow({ ...BOSS, role: 'project_member' }));
    await expect.poll(() => ear.signals).toEqual([SESSION_ENDED, 'disconnect']);
  });

  it('an open socket stays where the right of another user was taken', async () => {
    const other: TestUser = { ...ANN, id: 'other' };
    await put(app.store, userRow(other));
    const [ann, beside] = [await listening(await inShop()), await listening(await inShop(other))];
    await put(app.store, userRow({ ...ANN, assigned: {} }));
    await expect.poll(() => ann.signals).toEqual([SESSION_ENDED, 'disconnect']);
    await put(app.store, server('s1'));
    await hears(beside, 's1');
    expect(beside.signals).toEqual([]);
  });

  it.each<[string, Share['target'], Share['target'] | null]>([
    ['image', 'project:shop', null],
    ['flavor', 'project:shop', 'project:elsewhere'],
    ['network', 'public', 'project:elsewhere'],
    ['network', 'domain:works', null],
  ])('an open socket hears that a %s shared with %s comes and goes', async (kind, target, next) => {
    const client = await inShop();
    const ear = await listening(client);
    const row = (shares: readonly Share[]): RowInput =>
      rowOf(kind, named('shared'), { ...documentOf(kinds.get(kind)!), name: 'shared' }, { domainId: 'home', projectId: 'other', shares });
    await put(app.store, row([{ target, state: 'pending' }]));
    await put(app.store, server('s1'));
    await hears(ear, 's1');
    expect(ear.changes.filter(({ id }) => id === named('shared'))).toEqual([]);
    await put(app.store, row([{ target, state: 'accepted' }]));
    await hears(ear, 'shared');
    await put(app.store, row(next ? [{ target: next, state: 'accepted' }] : []));
    await hears(ear, 'shared', 'deleted');
    await put(
      app.store,
      rowOf(kind, named('shared'), { ...documentOf(kinds.get(kind)!, 9), name: 'secret' }, { domainId: 'home', projectId: 'other' }),
    );
    await put(app.store, server('s2'));
    await hears(ear, 's2');
    const told = ear.changes.filter(({ id }) => id === named('shared'));
    expect(told.map(({ operation }) => operation)).toEqual(['created', 'deleted']);
    expect(Object.keys(told[1]!).sort()).toEqual(['entity', 'id', 'operation', 'revision', 'seq']);
    expect(ear.signals).toEqual([]);
  });
});
