/** A world of drawn tenants on a real server: each step is taken, and its answer compared with the model. */
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { kinds, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { sortKeys } from '@gantry/contract/wire/kind';
import type { TestApp } from '../../support/app.ts';
import { put, remove, rowOf } from '../../support/tenants.ts';
import { rowOfResource, thing, type Tenants } from './draws.ts';
import { isFound, isListed, type Thing } from './model.ts';
import type { Person } from './people.ts';
import { documentOf } from './plant.ts';

const IDS = ['a', 'b', 'c'];
const LISTS: Readonly<Record<string, { list: Call; read: Call }>> = {
  image: nouns.images.calls,
  flavor: nouns.flavors.calls,
  network: nouns.networks.calls,
  server: nouns.servers.calls,
};
const KINDS = Object.keys(LISTS);

export type Step = { who: number } & (
  | { do: 'put'; what: Thing }
  | { do: 'remove'; what: Thing }
  | { do: 'list'; kind: string; sort: number; descending: boolean; limit: number; filtered: boolean }
  | { do: 'read'; kind: string; id: string }
  | { do: 'rename'; id: string }
  | { do: 'bulk'; ids: string[] }
  | { do: 'create'; flavor: string; image: string; network: string }
);

/** Something to do in a world whose names begin with `prefix`. */
export function step(among: Tenants, prefix: string): fc.Arbitrary<Step> {
  const id = fc.constantFrom(...IDS.map((name) => prefix + name));
  const what = thing(
    among,
    IDS.map((name) => prefix + name),
    KINDS,
    // Nobody but a project has servers.
  ).filter((one) => one.kind !== 'server' || one.project !== null);
  const kind = fc.constantFrom(...KINDS);
  const who = fc.nat();
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ who, do: fc.constant('put' as const), what }) },
    { weight: 1, arbitrary: fc.record({ who, do: fc.constant('remove' as const), what }) },
    {
      weight: 6,
      arbitrary: fc.record({
        who,
        do: fc.constant('list' as const),
        kind,
        sort: fc.nat(),
        descending: fc.boolean(),
        limit: fc.integer({ min: 1, max: 3 }),
        filtered: fc.boolean(),
      }),
    },
    { weight: 5, arbitrary: fc.record({ who, do: fc.constant('read' as const), kind, id }) },
    { weight: 2, arbitrary: fc.record({ who, do: fc.constant('rename' as const), id }) },
    { weight: 1, arbitrary: fc.record({ who, do: fc.constant('bulk' as const), ids: fc.uniqueArray(id, { minLength: 1 }) }) },
    { weight: 4, arbitrary: fc.record({ who, do: fc.constant('create' as const), flavor: id, image: id, network: id }) },
  );
}

/** One world while it lasts: what the model knows beside what the server does. */
export class World {
  /** Answers that were compared with the model. */
  asked = 0;
  #last = '';
  readonly app: TestApp;
  readonly people: readonly Person[];
  readonly prefix: string;
  readonly things = new Map<string, Thing>();

  constructor(app: TestApp, people: readonly Person[], prefix: string) {
    this.app = app;
    this.people = people;
    this.prefix = prefix;
  }

  seen(person: Person, kind: string, by: typeof isListed): string[] {
    return [...this.things.values()].filter((one) => one.kind === kind && by(person.viewer, one)).map(({ id }) => id);
  }

  finds(person: Person, id: string): boolean {
    const one = this.things.get(id);
    return one !== undefined && isFound(person.viewer, one);
  }

  /** A server is made of a random image and network of the world, so that their names are joined in. */
  document({ id, kind }: Thing): Record<string, unknown> {
    const document = { ...documentOf(kinds.get(kind)!), name: `name of ${id}` };
    // Who sees a network may attach servers to it.
    if (kind === 'network') Object.assign(document, { rbac_policies: [{ target_project: '*', actions: ['direct'] }] });
    const active = { ...document, status: kind === 'server' || kind === 'network' ? 'ACTIVE' : 'active', min_disk: 0, min_ram: 0 };
    if (kind === 'flavor') return { ...active, vcpus: 1, ram: 512, disk: 1, extra_specs: {} };
    // No node of the samples offers a placement that was made up.
    if (kind === 'image') return { ...active, traits: [] };
    if (kind === 'network') return { ...active, subnets: [], ipam_enabled: false };
    if (kind !== 'server') return active;
    const other = (of: string) => `${of}-${this.prefix}${IDS[id.length % IDS.length]}`;
    return {
      ...active,
      task_state: null,
      locked: false,
      host: 'node-001',
      image: { id: other('image'), name: null, os_type: null },
      networks: [
        {
          network_id: other('network'),
          name: null,
          mac_addr: 'fa:16:3e:00:00:01',
          ips: [],
          ipam_enabled: null,
          spoofing_protection: null,
          security_group_ids: [],
        },
      ],
      volumes: [],
    };
  }

  async take(one: Step): Promise<void> {
    const person = this.people[one.who % this.people.length]!;
    switch (one.do) {
      case 'put':
        this.things.set(one.what.id, one.what);
        await put(this.app.store, rowOfResource(one.what, this.document(one.what)));
        return;
      case 'remove':
        if (this.things.delete(one.what.id)) await remove(this.app.store, one.what.kind, one.what.id);
        return;
      case 'list':
        return this.list(person, one);
      case 'read':
        return this.read(person, one.kind, `${one.kind}-${one.id}`);
      case 'rename':
        return this.rename(person, `server-${one.id}`);
      case 'bulk':
        return this.bulk(
          person,
          one.ids.map((id) => `server-${id}`),
        );
      case 'create':
        return this.create(person, {
          flavor_id: `flavor-${one.flavor}`,
          image_id: `image-${one.image}`,
          network_ids: [`network-${one.network}`],
        });
    }
  }

  async list(person: Person, { kind, sort, descending, limit, filtered }: Step & { do: 'list' }): Promise<void> {
    const { list } = LISTS[kind]!;
    const keys = sortKeys(kinds.get(kind)!).filter((key) => !kinds.get(kind)!.fields[key]?.systemOnly);
    const query = {
      limit: filtered ? limit : 1000,
      with_count: true,
      sort: `${keys[sort % keys.length]}:${descending ? 'desc' : 'asc'}`,
      ...(filtered && { name: `contains:${this.prefix}` }),
    };
    const found: string[] = [];
    let page: { data: { id: string }[]; count?: number; marker?: string };
    let marker: string | undefined;
    do {
      this.asked += 1;
      page = (await person.client.call(list, { query: { ...query, ...(marker !== undefined && { marker }) } } as never)) as typeof page;
      found.push(...page.data.map(({ id }) => id));
      marker = page.marker;
    } while (marker !== undefined);
    const expected = this.seen(person, kind, isListed).sort();
    const ours = found.filter((id) => id.includes(this.prefix)).sort();
    expect([ours, filtered ? page.count : found.length]).toEqual([expected, filtered ? expected.length : page.count]);
  }

  async read(person: Person, kind: string, id: string): Promise<void> {
    this.asked += 1;
    const { read } = LISTS[kind]!;
    const reply = await person.client.raw('GET', read.path.replace(/\{\w+\}/, id));
    expect([id, reply.status]).toEqual([id, this.finds(person, id) ? 200 : 404]);
    if (reply.status !== 200 || kind !== 'server') return;
    const { image, networks, project_name: project } = nouns.servers.calls.read.answer.parse(reply.json);
    const name = (other: string | null) => (other !== null && this.finds(person, other) ? `name of ${other}` : null);
    expect([image?.name, networks[0]?.name]).toEqual([name(image!.id), name(networks[0]!.network_id)]);
    const { place } = person.viewer;
    const owner = this.things.get(id)!.project;
    const knows = owner !== null && (place.type !== 'project' || place.project === owner);
    expect(project).toBe(knows ? owner : null);
  }

  async rename(person: Person, id: string): Promise<void> {
    this.asked += 1;
    const { client, changes } = person;
    const { update } = nouns.servers.calls;
    const reply = await client.reply(update, { params: { serverId: id }, body: { description: randomUUID() } });
    expect([id, reply.status]).toEqual([id, !changes ? 403 : this.finds(person, id) ? 202 : 404]);
  }

  async bulk(person: Person, ids: string[]): Promise<void> {
    this.asked += 1;
    const reply = await person.client.reply(nouns.servers.calls.bulkStop, { body: { ids } });
    if (!person.changes) return expect(reply.status).toBe(403);
    const { task_id: id } = nouns.servers.calls.bulkStop.answer.parse(reply.json);
    const { items } = await this.app.ended(person.client, id);
    const hidden = items.filter(({ error }) => error?.code === 'not_found').map((item) => item.id);
    expect(hidden).toEqual(ids.filter((one) => !this.finds(person, one)));
  }

  async create(person: Person, chosen: { flavor_id: string; image_id: string; network_ids: string[] }): Promise<void> {
    this.asked += 1;
    const reply = await person.client.reply(nouns.servers.calls.create, { body: { name: 'made', ...chosen } });
    const { place } = person.viewer;
    if (place.type !== 'project') return expect(reply.status).toBe(403);
    const wrong = Object.entries(chosen)
      .filter(([, ids]) => ![ids].flat().every((id) => this.finds(person, id)))
      .map(([field]) => field);
    const { error } = (reply.json ?? {}) as { error?: { fields?: object } };
    expect([reply.status, Object.keys(error?.fields ?? {}).sort()]).toEqual([wrong.length > 0 ? 400 : 202, wrong.sort()]);
    if (reply.status !== 202) return;
    const { task_id: task, id } = nouns.servers.calls.create.answer.parse(reply.json);
    await this.app.ended(person.client, task);
    // The server is gone again before the next step, so that the model need not know what the platform makes beside it.
    const { task_id: gone } = await person.client.call(nouns.servers.calls.delete, { params: { serverId: id! } });
    await this.app.ended(person.client, gone);
  }

  /** Ends it, after everyone has been told of a last change that all of them see. */
  async end(): Promise<void> {
    const last = (this.#last = `last-${randomUUID()}`);
    const document = { ...documentOf(kinds.get('flavor')!), name: last };
    await put(this.app.store, rowOf('flavor', last, document, { shares: [{ target: 'public', state: 'accepted' }] }));
    for (const { ear, viewer } of this.people) {
      await vi.waitFor(() => expect(ear.changes.some(({ id }) => id === last)).toBe(true), 15_000);
      const expected = [...this.things.values()].filter((one) => isListed(viewer, one)).map(({ id }) => id);
      expect(ear.believed(KINDS).filter((id) => id.includes(this.prefix))).toEqual(expected.sort());
    }
  }

  async close(): Promise<void> {
    for (const { ear } of this.people) ear.close();
    await remove(this.app.store, 'flavor', this.#last);
    for (const { kind, id } of this.things.values()) await remove(this.app.store, kind, id);
  }
}
