/** A compute service with a memory and a clock of its own, on top of the replayed cloud: what it lists is what was done to it. */
import type { Asked, ReplayCloud, Reply } from './replay.ts';

type Server = Record<string, unknown> & { id: string; name: string; status: string; updated: string };

/** A Nova whose clock may be wrong by `skew` milliseconds. */
export class StatefulNova {
  readonly #template: Server;
  readonly servers = new Map<string, Server>();
  /** Deleted ones, which `changes-since` still lists. */
  readonly #deleted = new Map<string, Server>();
  readonly skew: number;
  /** Milliseconds by which an answer is late: it is made at once and sent later. */
  delay: () => number = () => 0;
  #made = 0;

  constructor(cloud: ReplayCloud, skew = 0) {
    this.skew = skew;
    const single = new RegExp(`/servers/${cloud.id('tiny')}$`);
    this.#template = cloud.recorded<{ server: Server }>('GET', single).server;
    const port = cloud.recorded<{ ports: object[] }>('GET', /^\/network\/v2\.0\/ports\?/);
    cloud.on('GET', /^\/network\/v2\.0\/ports\?/, () => ({ answer: { ...port, ports: [] } }));
    cloud.on('GET', /^\/compute\/v2\.1\/os-services/, (_asked, recorded) => this.#late({ answer: recorded?.answer }));
    cloud.on('GET', /^\/compute\/v2\.1\/servers\/detail\?/, (asked) => this.#late(this.#list(asked)));
    cloud.on('GET', /^\/compute\/v2\.1\/servers\/[\w-]+$/, (asked) => this.#late(this.#one(asked.path.split('/').at(-1) ?? '')));
  }

  get now(): number {
    return Date.now() + this.skew;
  }

  create(): string {
    const id = `${String(++this.#made).padStart(8, '0')}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`;
    const { addresses: _addresses, ...rest } = this.#template;
    this.servers.set(id, { ...rest, addresses: {}, id, name: 'v0', status: 'ACTIVE', updated: this.#stamp() });
    return id;
  }

  /** Gives a server its next name: `v0`, `v1` … so that tests can tell older from newer. */
  change(id: string): void {
    const server = this.servers.get(id);
    if (server) this.servers.set(id, { ...server, name: `v${Number(server.name.slice(1)) + 1}`, updated: this.#stamp() });
  }

  delete(id: string): void {
    const server = this.servers.get(id);
    if (!server) return;
    this.servers.delete(id);
    this.#deleted.set(id, { ...server, status: 'DELETED', updated: this.#stamp() });
  }

  /** Id → name, as the store must have them. */
  names(): Record<string, string> {
    return Object.fromEntries([...this.servers.values()].map(({ id, name }) => [id, name]));
  }

  /** Whole seconds, as Nova writes them. */
  #stamp(): string {
    return `${new Date(this.now).toISOString().slice(0, 19)}Z`;
  }

  #list({ query }: Asked): Reply {
    const since = query.get('changes-since');
    const all = [...this.servers.values(), ...(since === null ? [] : this.#deleted.values())];
    const changed = since === null ? all : all.filter(({ updated }) => Date.parse(updated) >= Math.floor(Date.parse(since) / 1000) * 1000);
    const limit = Number(query.get('limit') ?? 1000);
    const marker = query.get('marker');
    const from = marker === null ? 0 : changed.findIndex(({ id }) => id === marker) + 1;
    if (marker !== null && from === 0) return { status: 400, answer: { badRequest: { message: `marker [${marker}] not found` } } };
    return { answer: { servers: structuredClone(changed.slice(from, from + limit)) } };
  }

  #one(id: string): Reply {
    const server = this.servers.get(id);
    return server
      ? { answer: { server: structuredClone(server) } }
      : { status: 404, answer: { itemNotFound: { code: 404, message: `Instance ${id} could not be found.` } } };
  }

  async #late(reply: Reply): Promise<Reply> {
    const date = new Date(this.now).toUTCString();
    const delay = this.delay();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    return { ...reply, headers: { date, ...reply.headers } };
  }
}
