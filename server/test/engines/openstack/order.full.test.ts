/** Changes, notifications, polls and sweeps in any order, with answers that overtake each other: the store follows the cloud and never goes back. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Nova } from './support/nova.ts';
import { Rig } from './support/rig.ts';

let nova: Nova;
let rig: Rig<Nova['cloud']>;
afterEach(() => rig.close());

type Step =
  | { do: 'create' | 'poll' | 'sweep' | 'wait' }
  | { do: 'change' | 'delete'; which: number; fate: 'told' | 'lost' | 'twice' | 'held' }
  | { do: 'noise'; content: string };

const fate = fc.constantFrom('told', 'told', 'lost', 'twice', 'held');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'create' }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change'), which: fc.nat(20), fate }) as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete'), which: fc.nat(20), fate }) as fc.Arbitrary<Step> },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ do: 'poll' }, { do: 'sweep' }, { do: 'wait' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('noise'),
      content: fc.oneof(fc.string(), fc.json(), fc.constant(message('unknown'))),
    }) as fc.Arbitrary<Step>,
  },
);

function message(id: string): string {
  const payload = { 'nova_object.data': { uuid: id } };
  return JSON.stringify({ 'oslo.message': JSON.stringify({ event_type: 'instance.update', payload }) });
}

/** Reads the change log as a socket does, and throws where something comes back or gets older. */
class Observer {
  readonly #gone = new Set<string>();
  readonly #versions = new Map<string, number>();
  #seq = 0;
  readonly wrong: string[] = [];

  async start(): Promise<void> {
    this.#seq = await rig.store.changes.head();
  }

  async look(): Promise<void> {
    const { entries } = await rig.store.changes.since(this.#seq, 1000);
    for (const { seq, id, operation } of entries) {
      this.#seq = seq;
      if (operation === 'deleted') this.#gone.add(id);
      else if (this.#gone.has(id)) this.wrong.push(`${id} was deleted and came back`);
    }
    for (const [id, name] of Object.entries(await rig.names())) {
      const version = Number(name.slice(1));
      if (version < (this.#versions.get(id) ?? 0)) this.wrong.push(`${id} went back from v${this.#versions.get(id)} to ${name}`);
      this.#versions.set(id, version);
    }
  }
}

describe('whatever happens in whatever order', () => {
  beforeEach(async () => {
    nova = new Nova();
    rig = await Rig.on(nova.cloud);
  });

  it('the store ends as the cloud is, and nothing in it goes back or comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.infiniteStream(fc.nat(12)), async (steps, delays) => {
        nova.delay = () => delays.next().value;
        const observer = new Observer();
        await observer.start();
        const under: Promise<unknown>[] = [];
        const held: string[] = [];
        const tell = (id: string, how: string): void => {
          if (how === 'held') held.unshift(message(id));
          else for (let times = how === 'lost' ? 0 : how === 'twice' ? 2 : 1; times > 0; times--) rig.hear(message(id));
        };
        let sweeping: Promise<unknown> = Promise.resolve();
        let polling: Promise<unknown> = Promise.resolve();
        for (const what of steps) {
          const ids = nova.ids;
          switch (what.do) {
            case 'create':
              tell(nova.create(), 'told');
              break;
            case 'change':
            case 'delete': {
              const id = ids[what.which % Math.max(1, ids.length)];
              if (id === undefined) break;
              if (what.do === 'change') nova.change(id);
              else nova.delete(id);
              tell(id, what.fate);
              break;
            }
            case 'noise':
              rig.hear(what.content);
              break;
            case 'poll':
              under.push((polling = polling.then(rig.poll)));
              break;
            case 'sweep':
              under.push((sweeping = sweeping.then(rig.sweep)));
              break;
            case 'wait':
              await new Promise((resolve) => setTimeout(resolve, 6));
              for (const late of held.splice(0)) rig.hear(late);
          }
          await observer.look();
        }
        for (let settled = false; !settled; await observer.look())
          settled = await Promise.race([
            Promise.all(under).then(() => true),
            new Promise<false>((resolve) => setTimeout(resolve, 3, false)),
          ]);
        nova.delay = () => 0;
        await rig.poll();
        await expect.poll(() => rig.rereads.busy, { interval: 3 }).toBe(false);
        await observer.look();
        expect(observer.wrong).toEqual([]);
        expect(await rig.names()).toEqual(nova.names());
      }),
      // The first failure is told as it is: to look for a smaller one takes longer than the test may.
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('two answers asked for in one order and made in the other: the younger state stays', async () => {
    const id = nova.create();
    await rig.rereads.now('server', id);
    const { asked: sweep, send } = await nova.holding(() => rig.sweep());
    nova.change(id);
    expect((await rig.rereads.now('server', id))?.document['name']).toBe('v1');
    send();
    await sweep;
    expect(await rig.names()).toEqual({ [id]: 'v1' });
  });

  it('what was deleted while a listing that still has it was under way does not come back', async () => {
    const id = nova.create();
    await rig.rereads.now('server', id);
    const { asked: sweep, send } = await nova.holding(() => rig.sweep());
    nova.delete(id);
    expect(await rig.rereads.now('server', id)).toBeUndefined();
    send();
    await sweep;
    await expect.poll(() => rig.rereads.busy).toBe(false);
    expect(await rig.names()).toEqual({});
  });

  it('a listing that began before a thing was known deletes nothing of it, not even with a 404; the next one does', async () => {
    const { cloud } = rig;
    await rig.rereads.now('server', nova.create());
    const { asked: sweep, send } = await nova.holding(() => rig.sweep());
    const id = nova.create();
    await rig.rereads.now('server', id);
    nova.vanish(id);
    send();
    expect(await sweep).toMatchObject({ deleted: 0 });
    expect(cloud.count('GET', new RegExp(`/servers/${id}$`))).toBe(1);
    expect(Object.keys(await rig.names())).toContain(id);
    expect(await rig.sweep()).toMatchObject({ deleted: 1 });
    expect(Object.keys(await rig.names())).not.toContain(id);
  });

  it('a server of which no reader could be given a value is written with it, and said to be unreadable', async () => {
    const [bad, other] = [nova.create(), nova.create()];
    await rig.sweep();
    nova.change(bad);
    nova.change(other);
    const server = nova.server(bad);
    const { flavor } = server;
    server.flavor = { ...flavor, vcpus: 1.5 };
    await rig.sweep();
    expect(await rig.names()).toEqual({ [bad]: 'v1', [other]: 'v1' });
    expect(rig.health.read('server')).toMatchObject({ reachable: true, doubts: [{ problem: 'unreadable', detail: bad }] });
    server.flavor = flavor;
    await rig.sweep();
    expect(await rig.names()).toEqual(nova.names());
    expect(rig.health.read('server').doubts).toEqual([]);
  });

  it('polls say that the rows are in step only once all servers were read, and remember that', async () => {
    nova.create();
    expect(await rig.poll()).toBe(false);
    await rig.sweep();
    expect(rig.changes.complete()).toBe(true);
    expect(await rig.poll()).toBe(true);
    expect(rig.changes.complete()).toBe(false);
    expect(await rig.reopened().poll(new AbortController().signal)).toBe(true);
  });

  it('nothing is written while no server changes, however often servers are read', async () => {
    for (let count = 0; count < 12; count++) nova.create();
    await rig.sweep();
    await rig.poll();
    const head = await rig.store.changes.head();
    const rows = async () => {
      const found: unknown[] = [];
      for (const id of nova.ids) {
        const row = await rig.store.read.get({ engine: 'cloud', kind: 'server', id });
        found.push([id, row?.revision, row?.updatedAt]);
      }
      return found;
    };
    const before = await rows();
    for (let round = 0; round < 5; round++) {
      for (const id of nova.ids) rig.hear(message(id));
      await Promise.all([rig.sweep(), rig.poll()]);
      await expect.poll(() => rig.rereads.busy).toBe(false);
    }
    expect(await rig.store.changes.head()).toBe(head);
    expect(await rows()).toEqual(before);
  });
});

describe.each([
  ['right', 0],
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('with the compute service’s clock %s', (_name, skew) => {
  beforeEach(async () => {
    nova = new Nova(skew);
    rig = await Rig.on(nova.cloud);
  });

  it('each poll finds what changed since the last one, and overlaps by five minutes of the service’s clock', async () => {
    const [first, second] = [nova.create(), nova.create()];
    await rig.sweep();
    await rig.poll();
    nova.change(first);
    await rig.poll();
    expect(await rig.names()).toEqual({ [first]: 'v1', [second]: 'v0' });
    const sinceOf = () => Date.parse(rig.cloud.asked.findLast(({ query }) => query.has('changes-since'))?.query.get('changes-since') ?? '');
    expect(Math.abs(nova.now - 5 * 60_000 - sinceOf())).toBeLessThan(60_000);
    nova.delete(second);
    await rig.poll();
    expect(await rig.names()).toEqual({ [first]: 'v1' });
    const late = nova.create();
    nova.server(late).updatedAt = nova.now - 240_000;
    await rig.poll();
    expect(Object.keys(await rig.names())).toContain(late);
  });
});
