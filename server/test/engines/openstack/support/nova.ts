/** The fake cloud's servers, changed behind the engine's back, one step at a time: its clock may be wrong, and its answers late. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import type { Server } from '../../../../../fakes/openstack/server.ts';

/** What the mirror reads of it. */
const READ = /^\/compute\/v2\.1\/(os-services|servers\/detail\?|servers\/[\w-]+$)/;

/** A Nova whose clock may be wrong by `skew` milliseconds. */
export class Nova {
  readonly cloud = new Replay({ ...DEFAULTS, servers: 1, projects: 2 }, true);
  readonly skew: number;
  /** Milliseconds by which an answer is late: it is made at once and sent later. */
  delay: () => number = () => 0;
  /** Listings that are made from now on are sent when `sent` has come. */
  #held: { isMade: () => void; sent: Promise<void> } | undefined;
  /** What its servers are like. */
  readonly #like: Server;
  #made = 0;

  constructor(skew = 0) {
    this.skew = skew;
    [this.#like] = this.cloud.cloud.servers.splice(0) as [Server];
    this.cloud.on('GET', READ, async ({ place }, usual) => {
      const told = usual();
      const date = new Date(this.now).toUTCString();
      if (place.endsWith('/servers/detail')) {
        this.#held?.isMade();
        await this.#held?.sent;
      }
      const ms = this.delay();
      if (ms > 0) await sleep(ms);
      return { ...told, headers: { ...told.headers, date } };
    });
  }

  get now(): number {
    return Date.now() + this.skew;
  }

  /** Lets `ask` wait for the listing that it asks for, which is made at once. @returns `ask`'s promise, and what sends the listing, once it is made. */
  async holding<T>(ask: () => Promise<T>): Promise<{ asked: Promise<T>; send: () => void }> {
    const [made, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held = { isMade: made.resolve, sent: sent.promise };
    const asked = ask();
    await made.promise;
    this.#held = undefined;
    return { asked, send: sent.resolve };
  }

  /** Ids of the servers that are there. */
  get ids(): string[] {
    return this.#there.map(({ id }) => id);
  }

  get #there(): Server[] {
    return this.cloud.cloud.servers.filter(({ status }) => status !== 'DELETED');
  }

  create(): string {
    const id = randomUUID();
    const running = { status: 'ACTIVE', vmState: 'active', node: null, image: this.cloud.cloud.wares.usual.images[0]! } as const;
    this.cloud.cloud.insert({ ...this.#like, ...running, n: ++this.#made, id, name: 'v0', volume: null, ports: [], updatedAt: this.now });
    return id;
  }

  /** One that is there, to be changed without a trace. */
  server(id: string): Server {
    return this.cloud.cloud.server(id)!;
  }

  /** Gives a server its next name: `v0`, `v1` … so that tests can tell older from newer. */
  change(id: string): void {
    const server = this.server(id);
    server.name = `v${Number(server.name.slice(1)) + 1}`;
    server.updatedAt = this.now;
  }

  delete(id: string): void {
    const server = this.server(id);
    this.cloud.cloud.bury(server);
    server.updatedAt = this.now;
  }

  /** It is gone, and no poll tells of it. */
  vanish(id: string): void {
    Object.assign(this.server(id), { status: 'DELETED', updatedAt: 0 } satisfies Partial<Server>);
  }

  /** Id → name, as the store must have them. */
  names(): Record<string, string> {
    return Object.fromEntries(this.#there.map(({ id, name }) => [id, name]));
  }
}
