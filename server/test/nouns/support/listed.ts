/** What holds for the list of every noun: its keys, its pages, and its things one by one. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@gantry/contract/wire/call';
import type { Field, Kind } from '@gantry/contract/wire/kind';
import type { Page } from '@gantry/contract/wire/page';
import type { z } from 'zod';
import type { ScopeName, TestApp, UserName } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

/** A call with this answer. */
export type CallOf<A> = Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType<A>>;
/** Who signs in, and the scope they enter. */
export type Standing = readonly [UserName, ScopeName];
/** A noun's tests over HTTP, told on a server that other nouns' tests have used before. */
export type Life = (app: () => TestApp) => void;

export interface Named {
  id: string;
  name: string;
}

type Query = Readonly<Record<string, string | number | boolean>>;
type List<T> = (query: Query) => Promise<Page<T>>;
type Keys = readonly [string, Field][];

/** The kind that a call lists, and its keys that everybody may sort or filter by. */
export function keysOf({ id, does }: Call): { kind: Kind; keys: Keys } {
  if (does.by !== 'list') throw new Error(`${id} lists nothing`);
  return { kind: does.kind, keys: Object.entries(does.kind.fields).filter(([, { many, systemOnly }]) => !many && !systemOnly) };
}

/** What stands at a place of a document: `flavor.vcpus`. */
export const valueAt = (thing: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | null)?.[step], thing);

/** As lists are sorted: texts without regard to case. */
const rank = (value: unknown): string | number => (typeof value === 'number' ? value : String(value).toLowerCase());
const byRank = (a: unknown, b: unknown): number => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0);

/** The things of a list, page by page of one; each page tells how many there are of all. */
export async function paged<T>(list: List<T>, count: number): Promise<T[]> {
  const found: T[] = [];
  let marker: string | undefined;
  do {
    const one = await list({ limit: 1, with_count: true, ...(marker !== undefined && { marker }) });
    expect([one.count, one.data.length]).toEqual([count, 1]);
    found.push(...one.data);
    marker = one.marker;
  } while (marker !== undefined);
  return found;
}

/** That so many things are sorted by each key, up and down. */
export async function isInOrder(keys: Keys, list: List<unknown>, count: number): Promise<void> {
  for (const [key, { path }] of keys.filter(([, { sort }]) => sort)) {
    const [up, down] = await Promise.all(['asc', 'desc'].map(async (way) => (await list({ sort: `${key}:${way}` })).data));
    const values = up!.map((one) => valueAt(one, path));
    expect([key, values.length, values.toSorted(byRank)]).toEqual([key, count, values]);
    expect([key, down!.map((one) => valueAt(one, path))]).toEqual([key, values.toReversed()]);
  }
}

interface Shown<T extends Named> {
  calls: { list: CallOf<Page<T>>; read: CallOf<T> };
  /** Who sees them, and somebody of another domain who sees the same. */
  reader: Standing;
  other: Standing;
}

/** Tests of a noun that is only looked at, as `life` has them of others. */
export function shown<T extends Named>(
  title: string,
  { calls, reader, other }: Shown<T>,
  more: (app: () => TestApp, who: () => Client) => void,
): Life {
  const { kind, keys } = keysOf(calls.list);
  /** What is the same for all who see it: not what else of theirs names it. */
  const same = (one: object) => Object.fromEntries(Object.entries(one).filter(([member]) => !Object.hasOwn(kind.namedBy ?? {}, member)));
  const params = (id: string) => ({ params: { [calls.read.does.by === 'read' ? calls.read.does.id : '']: id } });

  return (app) =>
    describe(title, () => {
      let who: Client;
      beforeAll(async () => {
        who = await app().as(...reader);
      });

      it(`${title} are listed, sorted, counted and paged`, async () => {
        const list = (query: Query) => who.call(calls.list, { query });
        const { data } = await list({ limit: 1000 });
        expect(data.length).toBeGreaterThan(1);
        expect((await paged(list, data.length)).map(({ id }) => id)).toEqual(data.map(({ id }) => id));
        await isInOrder(keys, list, data.length);
      });

      it(`${title} are read one by one, the same by everybody who sees them, and no others`, async () => {
        const { data } = await who.call(calls.list);
        const elsewhere = await app().as(...other);
        for (const one of data) expect(same(await elsewhere.call(calls.read, params(one.id)))).toEqual(same(one));
        const unknown = params('11111111-1111-4111-8111-111111111111');
        expect(await elsewhere.refused(calls.read, unknown)).toMatchObject({ status: 404, code: 'not_found' });
      });

      more(app, () => who);
    });
}
