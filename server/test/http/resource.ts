/** What holds for every noun that can be made, listed and deleted, over HTTP on both databases: a noun's test says only what is its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@gantry/contract/wire/call';
import type { Page } from '@gantry/contract/wire/page';
import type { accepted } from '@gantry/contract/wire/values';
import type { z } from 'zod';
import { startTestApp, type ScopeName, type TestApp, type UserName } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';

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
  /** Ids of conformance rows that these tests prove, as a test's title names them. */
  proves: string;
  env?: Readonly<Record<string, string>>;
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

/** Tests a noun on both databases. `more`: tests of its own, on the same stage. */
export function describeResource<T extends Named>(title: string, resource: Resource<T>, more: (stage: Stage<T>) => void): void {
  const { calls, body, proves } = resource;
  const params = (id: string) => ({ params: { [calls.read.does.by === 'read' ? calls.read.does.id : '']: id } });

  describe.each(databases)(`${title} on $name`, ({ name: database }) => {
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

    it(`are made, listed, filtered, sorted, counted and paged ${proves}`, async () => {
      for (const name of ['list b', 'list a', 'list c']) expect(await make(name)).toMatchObject({ name });
      const of = { name: 'contains:LIST' };
      expect(await namesOf(owner, { ...of, sort: 'name:asc' })).toEqual(['list a', 'list b', 'list c']);
      expect(await namesOf(owner, { ...of, sort: 'created_at:desc' })).toEqual(['list c', 'list a', 'list b']);
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

    it('are unknown to who may not see them', async () => {
      const { id, name } = await make('own');
      expect(await namesOf(stranger, { limit: 200 })).not.toContain(name);
      for (const call of [calls.read, calls.delete]) {
        const [foreign, absent] = [await stranger.refused(call, params(id)), await stranger.refused(call, params('never-was'))];
        expect(foreign.status).toBe(404);
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
