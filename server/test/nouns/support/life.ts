/** What holds for every noun that can be made, listed and deleted, over HTTP on the database: a noun's test says only what is its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@gantry/contract/wire/call';
import type { Page } from '@gantry/contract/wire/page';
import type { accepted } from '@gantry/contract/wire/values';
import type { z } from 'zod';
import { startTestApp, type ScopeName, type TestApp, type UserName } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';

type CallOf<A> = Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType<A>>;
type Accepted = z.output<typeof accepted>;

interface Named {
  id: string;
  name: string;
}

interface Resource<T extends Named> {
  calls: { list: CallOf<Page<T>>; create: CallOf<Accepted>; read: CallOf<T>; delete: CallOf<Accepted>; bulkDelete: CallOf<Accepted> };
  /** A body that makes one of this name. */
  body(name: string, client: Client): object | Promise<object>;
  /** Who makes them, and who must not find them. */
  owner: [UserName, ScopeName];
  stranger: [UserName, ScopeName];
  env?: Readonly<Record<string, string>>;
  /** Code at the field of a name that is taken, and by whom: another one of the same user, or any other. */
  taken?: { code: string; among: 'own' | 'all' };
  /** Most of them that one user may have. */
  limit?: number;
}

/** What the tests of a noun work with. */
export interface Stage<T extends Named> {
  readonly app: TestApp;
  readonly owner: Client;
  readonly stranger: Client;
  /** Makes one and waits until that is done. */
  make(name: string, who?: Client): Promise<T>;
  namesOf(who: Client, query?: Readonly<Record<string, string | number>>): Promise<string[]>;
}

/** What stands at a place of a document: `flavor.vcpus`. */
const valueAt = (thing: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | null)?.[step], thing);

/** As lists are sorted: texts without regard to case. */
const rank = (value: unknown): string | number => (typeof value === 'number' ? value : String(value).toLowerCase());
const byRank = (a: unknown, b: unknown): number => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0);

/** Tests a noun on the database. `more`: tests of its own, on the same stage. */
export function describeResource<T extends Named>(title: string, resource: Resource<T>, more: (stage: Stage<T>) => void): void {
  const { calls, body, taken, limit } = resource;
  if (calls.list.does.by !== 'list') throw new Error(`${calls.list.id} lists nothing`);
  const { kind } = calls.list.does;
  const keys = Object.entries(kind.fields).filter(([, { many, systemOnly }]) => !many && !systemOnly);
  const params = (id: string) => ({ params: { [calls.read.does.by === 'read' ? calls.read.does.id : '']: id } });

  describe.each(anyDatabase)(`${title} on $name`, ({ name: database }) => {
    let app: TestApp;
    let owner: Client;
    let stranger: Client;
    beforeAll(async () => {
      app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0', ...resource.env } });
      owner = await app.as(...resource.owner);
      stranger = await app.as(...resource.stranger);
    });
    afterAll(() => app.close());

    const done = async (who: Client, { task_id }: Accepted): Promise<void> =>
      expect(await app.ended(who, task_id)).toMatchObject({ state: 'success', error: null });
    const make = async (name: string, who = owner): Promise<T> => {
      const task = await who.call(calls.create, { body: await body(name, who) });
      await done(who, task);
      return who.call(calls.read, params(task.id ?? ''));
    };
    const page = (who: Client, query: Readonly<Record<string, string | number | boolean>> = {}) => who.call(calls.list, { query });
    const namesOf = async (who: Client, query = {}): Promise<string[]> => (await page(who, query)).data.map(({ name }) => name);

    it('are made, listed, counted and paged', async () => {
      for (const name of ['list b', 'list a', 'list c']) expect(await make(name)).toMatchObject({ name });
      const of = { name: 'contains:LIST' };
      expect(await namesOf(owner, { ...of, sort: 'name:asc' })).toEqual(['list a', 'list b', 'list c']);
      const found: string[] = [];
      let marker: string | undefined;
      do {
        const one = await page(owner, { ...of, sort: 'name:desc', limit: 1, with_count: true, ...(marker !== undefined && { marker }) });
        expect([one.count, one.data.length]).toEqual([3, 1]);
        found.push(...one.data.map(({ name }) => name));
        marker = one.marker;
      } while (marker !== undefined);
      expect(found).toEqual(['list c', 'list b', 'list a']);
    });

    it('are sorted and filtered by each key of the kind', async () => {
      for (const name of ['Key b', 'key a', 'key c']) await make(name);
      const of = { name: 'contains:key ' };
      for (const [key, { path }] of keys.filter(([, { sort }]) => sort)) {
        const [up, down] = await Promise.all(
          ['asc', 'desc'].map(async (way) => (await page(owner, { ...of, sort: `${key}:${way}` })).data),
        );
        const values = up!.map((one) => valueAt(one, path));
        expect([key, values.length, values.toSorted(byRank)]).toEqual([key, 3, values]);
        expect([key, down!.map((one) => valueAt(one, path))]).toEqual([key, values.toReversed()]);
      }
      const one = (await page(owner, of)).data[0]!;
      for (const [key, { path }] of keys.filter(([, { filter }]) => filter?.includes('is'))) {
        const [own, other] = await Promise.all(
          [`${valueAt(one, path)}`, 'no-such'].map(async (value) => (await page(owner, { [key]: value })).data),
        );
        expect([key, own!.map(({ id }) => id)]).toEqual([key, expect.arrayContaining([one.id])]);
        expect([key, new Set(own!.map((row) => valueAt(row, path)))]).toEqual([key, new Set([valueAt(one, path)])]);
        expect([key, other]).toEqual([key, []]);
      }
    });

    it('are unknown to who may not see them', async () => {
      const { id, name } = await make('own');
      expect(await namesOf(stranger, { limit: 200 })).not.toContain(name);
      for (const call of [calls.read, calls.delete]) {
        const [foreign, absent] = [await stranger.refused(call, params(id)), await stranger.refused(call, params('never-was'))];
        // Who may not delete any hears that of each; who reads hears that there is none.
        expect(foreign.status).toBe(call === calls.read ? 404 : absent.status);
        expect({ ...foreign.body.error, data: null }).toEqual({ ...absent.body.error, data: null });
      }
      expect(await namesOf(owner)).toContain(name);
    });

    it('are deleted one by one, and several as one task', async () => {
      const [one, two, three] = [await make('gone 1'), await make('gone 2'), await make('gone 3')];
      await done(owner, await owner.call(calls.delete, params(one.id)));
      expect((await owner.refused(calls.read, params(one.id))).status).toBe(404);
      await done(owner, await owner.call(calls.bulkDelete, { body: { ids: [two.id, three.id] } }));
      expect(await namesOf(owner, { name: 'contains:gone' })).toEqual([]);
    });

    it.each(taken ? [taken] : [])('are refused under a name that is taken', async ({ code, among }) => {
      await make('twice');
      const refusal = await owner.refused(calls.create, { body: await body('twice', owner) });
      expect(refusal).toMatchObject({ status: 409, code: 'name_taken' });
      expect(refusal.body.error.data?.field_codes).toEqual({ name: [{ code }] });
      await make('Twice');
      for (const who of among === 'own' ? [stranger] : []) await make('twice', who);
    });

    it.each(limit === undefined ? [] : [limit])('are as many as the quota has: %i', async (most) => {
      const { id } = await make('one of many', stranger);
      const row = (await app.store.read.get({ engine: 'embedded', kind: kind.name, id }))!;
      const count = most - (await page(stranger, { with_count: true })).count!;
      const more = Array.from({ length: count }, (_, index) => `many-${index}`);
      await app.store.transaction((writer) =>
        writer.putMany(more.map((one) => ({ ...row, id: one, document: { ...row.document, id: one, name: one } }))),
      );
      const refusal = await stranger.refused(calls.create, { body: await body('one more', stranger) });
      expect(refusal).toMatchObject({ status: 409, code: 'quota_exceeded' });
      await done(stranger, await stranger.call(calls.delete, params(id)));
      await make('one more', stranger);
    });

    more({
      get app() {
        return app;
      },
      get owner() {
        return owner;
      },
      get stranger() {
        return stranger;
      },
      make,
      namesOf,
    });
  });
}
