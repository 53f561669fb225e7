/** What holds for every noun that can be made, listed, changed and deleted, over HTTP: a specimen says only what is its own. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@gantry/contract/wire/page';
import type { accepted } from '@gantry/contract/wire/values';
import type { z } from 'zod';
import type { TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { specimenOf } from './body.ts';
import { isInOrder, keysOf, paged, valueAt, type Named, type Standing, type Life, type CallOf } from './listed.ts';

type Accepted = z.output<typeof accepted>;
/** What is given beside the name or instead of it, and what comes of it. */
type Table = readonly (readonly [given: object, outcome: object])[];

/** A table that there may not be: a test for each. */
const given = (table: Table | undefined): { table: Table }[] => (table ? [{ table }] : []);

interface Resource<T extends Named> {
  calls: {
    list: CallOf<Page<T>>;
    create: CallOf<Accepted>;
    read: CallOf<T>;
    update?: CallOf<Accepted>;
    delete: CallOf<Accepted>;
    bulkDelete: CallOf<Accepted>;
  };
  /** A body that makes one of this name; the contract's example where absent. */
  body?(name: string, client: Client): object | Promise<object>;
  /** Who makes them, and who must not find them. */
  owner: Standing;
  stranger: Standing;
  /** Code at the field of a name that is taken, and by whom: another one of the same user, or any other. `isAscii`: names have no other letters. */
  taken?: { code: string; among: 'own' | 'all'; isAscii?: boolean };
  /** Most of them that one user may have. */
  limit?: number;
  /** Members that one is made with, and what a reader gets. */
  kept?: Table;
  /** Members that one is changed by, and what a reader gets. */
  changed?: Table;
  /** Members that are wrong, and the codes at their fields. */
  refused?: Table;
}

/** What the tests of a noun work with. */
export interface Stage<T extends Named> {
  readonly app: TestApp;
  readonly owner: Client;
  readonly stranger: Client;
  /** Makes one, of this name and with further members, and waits until that is done. */
  make(name: string, who?: Client, more?: object): Promise<T>;
  /** Waits for the task of a command, which succeeds. */
  done(who: Client, task: Accepted): Promise<void>;
  namesOf(who: Client, query?: Readonly<Record<string, string | number>>): Promise<string[]>;
}

/** Tests of a noun. `title`: its name, with which each title begins. `more`: tests of its own, on the same stage. */
export function life<T extends Named>(title: string, resource: Resource<T>, more: (stage: Stage<T>) => void = () => undefined): Life {
  const { calls, body, taken, limit } = resource;
  const { kind, keys } = keysOf(calls.list);
  const { update } = calls;
  const params = (id: string) => ({ params: { [calls.read.does.by === 'read' ? calls.read.does.id : '']: id } });
  /** The contract's example, with an own name. */
  const example = (name: string): object => ({ ...specimenOf(calls.create, () => ''), name });
  const bodyOf = async (name: string, who: Client, more: object = {}): Promise<object> => ({
    ...(await (body ?? example)(name, who)),
    ...more,
  });

  return (running) =>
    describe(title, () => {
      let owner: Client;
      let stranger: Client;
      beforeAll(async () => {
        owner = await running().as(...resource.owner);
        stranger = await running().as(...resource.stranger);
      });

      const done = async (who: Client, { task_id }: Accepted): Promise<void> =>
        expect(await running().ended(who, task_id)).toMatchObject({ state: 'success', error: null });
      const make = async (name: string, who = owner, more: object = {}): Promise<T> => {
        const task = await who.call(calls.create, { body: await bodyOf(name, who, more) });
        await done(who, task);
        return who.call(calls.read, params(task.id ?? ''));
      };
      const page = (who: Client, query: Readonly<Record<string, string | number | boolean>> = {}) => who.call(calls.list, { query });
      const namesOf = async (who: Client, query = {}): Promise<string[]> => (await page(who, query)).data.map(({ name }) => name);

      it(`${title} are made, listed, counted and paged`, async () => {
        for (const name of ['list b', 'list a', 'list c']) expect(await make(name)).toMatchObject({ name });
        const of = { name: 'contains:LIST' };
        expect(await namesOf(owner, { ...of, sort: 'name:asc' })).toEqual(['list a', 'list b', 'list c']);
        const found = await paged((query) => page(owner, { ...of, ...query, sort: 'name:desc' }), 3);
        expect(found.map(({ name }) => name)).toEqual(['list c', 'list b', 'list a']);
      });

      it(`${title} are sorted and filtered by each key of the kind`, async () => {
        for (const name of ['Key b', 'key a', 'key c']) await make(name);
        await isInOrder(keys, (query) => page(owner, { name: 'contains:key ', ...query }), 3);
        const one = (await page(owner, { name: 'contains:key ' })).data[0]!;
        for (const [key, { path }] of keys.filter(([, { filter }]) => filter?.includes('is'))) {
          const [own, other] = await Promise.all(
            [`${valueAt(one, path)}`, 'no-such'].map(async (value) => (await page(owner, { [key]: value })).data),
          );
          expect([key, own!.map(({ id }) => id)]).toEqual([key, expect.arrayContaining([one.id])]);
          expect([key, new Set(own!.map((row) => valueAt(row, path)))]).toEqual([key, new Set([valueAt(one, path)])]);
          expect([key, other]).toEqual([key, []]);
        }
      });

      it(`${title} are found by a part of their name or of their id`, async () => {
        const { id, name } = await make('found by');
        for (const text of [name.slice(1, 6), id.slice(2, 9)])
          expect((await page(owner, { search: `contains:${text}`, limit: 200 })).data.map((one) => one.id)).toContain(id);
        expect(await namesOf(owner, { search: 'contains:of no such thing' })).toEqual([]);
      });

      it(`${title} are unknown to who may not see them`, async () => {
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

      it(`${title} are deleted one by one, and several as one task`, async () => {
        const [one, two, three] = [await make('gone 1'), await make('gone 2'), await make('gone 3')];
        await done(owner, await owner.call(calls.delete, params(one.id)));
        expect((await owner.refused(calls.read, params(one.id))).status).toBe(404);
        await done(owner, await owner.call(calls.bulkDelete, { body: { ids: [two.id, three.id] } }));
        expect(await namesOf(owner, { name: 'contains:gone' })).toEqual([]);
      });

      it.each(given(resource.kept))(`${title} show what they are made with`, async ({ table }) => {
        for (const [index, [members, shown]] of table.entries())
          expect(await make(`kept ${index}`, owner, members), JSON.stringify(members)).toMatchObject(shown);
      });

      it.each(given(update && resource.changed))(`${title} are changed, and show what they are changed to`, async ({ table }) => {
        for (const [members, shown] of table) {
          const { id } = await make('before');
          await done(owner, await owner.call(update!, { ...params(id), body: members }));
          expect(await owner.call(calls.read, params(id)), JSON.stringify(members)).toMatchObject({ id, ...shown });
        }
      });

      it.each(given(resource.refused))(`${title} are refused with wrong values, each at its field, and not made`, async ({ table }) => {
        for (const [members, codes] of table) {
          const refusal = await owner.refused(calls.create, { body: await bodyOf('refused', owner, members) });
          expect([members, refusal.status, refusal.body.error.data?.field_codes]).toEqual([members, 400, codes]);
        }
        expect(await namesOf(owner, { name: 'refused' })).toEqual([]);
      });

      it.each(taken ? [taken] : [])(`${title} are refused under a name that is taken`, async ({ code, among, isAscii = false }) => {
        await make('twice');
        if (!isAscii) await make('caf\u00e9');
        // The same letters, each mark apart.
        for (const name of isAscii ? ['twice'] : ['twice', 'cafe\u0301']) {
          const refusal = await owner.refused(calls.create, { body: await bodyOf(name, owner) });
          expect([name, refusal]).toMatchObject([name, { status: 409, code: 'name_taken' }]);
          expect(refusal.body.error.data?.field_codes).toEqual({ name: [{ code }] });
        }
        await make('Twice');
        for (const who of among === 'own' ? [stranger] : []) await make('twice', who);
      });

      it.each(limit === undefined ? [] : [limit])(`${title} are as many as the quota has: %i`, async (most) => {
        const { id } = await make('one of many', stranger);
        const { store } = running();
        const row = (await store.read.get({ engine: 'embedded', kind: kind.name, id }))!;
        const count = most - (await page(stranger, { with_count: true })).count!;
        const more = Array.from({ length: count }, (_, index) => `many-${index}`);
        await store.transaction((writer) =>
          writer.putMany(more.map((one) => ({ ...row, id: one, document: { ...row.document, id: one, name: one } }))),
        );
        const refusal = await stranger.refused(calls.create, { body: await bodyOf('one more', stranger) });
        expect(refusal).toMatchObject({ status: 409, code: 'quota_exceeded' });
        await done(stranger, await stranger.call(calls.delete, params(id)));
        await make('one more', stranger);
      });

      more({
        get app() {
          return running();
        },
        get owner() {
          return owner;
        },
        get stranger() {
          return stranger;
        },
        make,
        done,
        namesOf,
      });
    });
}
