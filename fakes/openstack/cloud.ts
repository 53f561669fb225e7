import { Addresses } from './addresses.ts';
import { Chance } from './chance.ts';
import { firstGroups } from './default-groups.ts';
import { Limits } from './limits.ts';
import { MadePorts } from './made-ports.ts';
import { Nodes } from './nodes.ts';
import { check, type ReplayOptions } from './options.ts';
import { People } from './people.ts';
import { seeded } from './seed.ts';
import type { Status } from './plans.ts';
import type { Action, Port, Server } from './server.ts';
import { Tokens } from './tokens.ts';
import { VolumeTypes } from './volume-types.ts';
import { Volumes, type Volume } from './volumes.ts';
import { Balancing } from './octavia/balancing.ts';
import { Secrets } from './barbican.ts';
import { Resources } from './resources.ts';
import { Vpn } from './vpn-kept.ts';
import { Ways } from './ways.ts';

/** Milliseconds a deleted server stays in the table, listed by `changes-since` only. */
const SHADOW_MS = 15 * 60_000;

/** Everything the replayed cloud holds. One of it lives in a process and is changed by requests and by storms. */
export class Cloud {
  readonly options: ReplayOptions;
  readonly chance: Chance;
  readonly people: People;
  readonly tokens: Tokens;
  readonly wares: Resources;
  readonly nodes: Nodes;
  readonly addresses: Addresses;
  readonly ports = new MadePorts();
  /** Security groups with their rules. */
  readonly groups: ReturnType<typeof firstGroups>;
  readonly ways = new Ways();
  readonly vpn = new Vpn();
  readonly limits = new Limits();
  readonly types = new VolumeTypes();
  readonly volumes: Volumes;
  /** Load balancers with their pieces. */
  readonly balancing = new Balancing((work) => this.later(this.options.act, work));
  /** Keys and certificates. */
  readonly secrets = new Secrets();
  /** In the order of their creation; deleted ones stay for a while. */
  readonly servers: Server[] = [];
  readonly #byId = new Map<string, Server>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: ReplayOptions) {
    check(options);
    this.options = options;
    this.chance = new Chance(options.seed);
    this.people = new People(options, this.chance);
    this.tokens = new Tokens(this.people, options, this.chance);
    this.wares = new Resources(options, this.people, this.chance);
    this.groups = firstGroups(this.people.projects);
    this.nodes = new Nodes(options, this.chance);
    this.addresses = new Addresses(this.wares, this.chance);
    const volumes: Volume[] = [];
    for (const { server, volume } of seeded(options, this.chance, this)) {
      this.insert(server);
      if (volume) volumes.push(volume);
    }
    this.volumes = new Volumes(volumes);
  }

  /** A server that has not been deleted. */
  server(id: string): Server | undefined {
    const server = this.#byId.get(id);
    return server?.status === 'DELETED' ? undefined : server;
  }

  /** A server's place in the order of creation, deleted ones too; -1 where unknown. */
  placeOf(id: string): number {
    const server = this.#byId.get(id);
    if (!server) return -1;
    let [low, high] = [0, this.servers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.servers[middle]!.n < server.n) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(server: Server): void {
    this.servers.push(server);
    this.#byId.set(server.id, server);
  }

  /** Says that something about a server has changed now. */
  touch(server: Server, change: Partial<Pick<Server, 'status' | 'vmState' | 'taskState' | 'powerState' | 'launchedAt'>> = {}): void {
    Object.assign(server, change);
    server.updatedAt = Date.now();
  }

  /** Lets something happen after a while, unless the cloud ends before. */
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  /** Notes in a server's history what was requested; answers the entry to be finished. */
  began(server: Server, action: string, requestId: string, userId: string): Action {
    const entry: Action = { action, requestId, userId, startedAt: Date.now(), finishedAt: null };
    server.actions.unshift(entry);
    return entry;
  }

  /** The server is gone: its room, addresses and volumes are free again, and only `changes-since` still tells of it. */
  bury(server: Server): void {
    if (server.status === 'DELETED') return;
    if (server.node) this.nodes.leave(server.node, server.flavor);
    if (server.origin?.node) this.nodes.leave(server.origin.node, server.origin.flavor);
    for (const port of server.ports) this.letGo(port);
    for (const volume of [...(server.volume ? [server.volume] : []), ...server.further])
      if (volume.deleteOnTermination) this.volumes.remove(volume);
      else Object.assign(volume, { status: 'available', serverId: null, host: null } satisfies Partial<Volume>);
    server.ports = [];
    server.volume = null;
    server.further = [];
    server.deletedAt = Date.now();
    this.touch(server, { status: 'DELETED' satisfies Status, vmState: 'deleted', taskState: null, powerState: 0 });
    this.later(SHADOW_MS, () => this.#forget(server));
  }

  /** A port leaves its server: one that was made by itself stays. */
  letGo(port: Port): void {
    if (port.made) port.made.serverId = null;
    else {
      this.addresses.giveBack(port);
      this.ways.leave(port);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #forget(server: Server): void {
    const place = this.placeOf(server.id);
    if (place < 0) return;
    this.servers.splice(place, 1);
    this.#byId.delete(server.id);
  }
}
