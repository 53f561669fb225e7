import type { Chance } from './chance.ts';
import type { ReplayOptions } from './options.ts';
import { answerTo, listed, type Item, type Json } from './recorded.ts';
import type { Flavor } from './resources.ts';

/** Servers that a compute node is made for; twice as many would fit. */
const SERVERS_PER_NODE = 40;

/** What a node has: cores, MiB, GiB. */
interface Size {
  readonly vcpus: number;
  readonly memory_mb: number;
  readonly local_gb: number;
}

interface Hypervisor extends Item, Size {
  readonly service: Json;
}

interface Use {
  vcpus: number;
  ram: number;
  disk: number;
  servers: number;
}

/** A compute node and what servers use of it. */
export interface Node {
  n: number;
  id: string;
  host: string;
  zone: string;
  use: Use;
  /** Whether Nova places servers there; why not, as an operator has said. */
  enabled: boolean;
  reason: string | null;
  /** It says nothing any more, or an operator has said that it is gone. */
  down: boolean;
  forcedDown: boolean;
}

/** What Nova is told of a compute service. */
export interface ServiceChange {
  status?: 'enabled' | 'disabled';
  disabled_reason?: string;
  forced_down?: boolean;
}

/** Whether servers there may be evacuated. */
export const isDown = ({ down, forcedDown }: Node): boolean => down || forcedDown;

/** Compute nodes. Finite: who does not fit gets no host. */
export class Nodes {
  readonly all: readonly Node[];
  readonly #model: Hypervisor;
  readonly #service: Json;
  readonly #controllers: readonly Json[];
  readonly #chance: Chance;
  #next = 0;

  constructor(options: ReplayOptions, chance: Chance) {
    this.#chance = chance;
    this.#model = listed<Hypervisor>(/os-hypervisors\/detail/, 'hypervisors')[0]!;
    const services = listed<Json>(/\/os-services$/, 'services');
    this.#service = services.find(({ binary }) => binary === 'nova-compute')!;
    this.#controllers = services.filter(({ binary }) => binary !== 'nova-compute');
    const count = Math.max(3, Math.ceil(options.servers / SERVERS_PER_NODE));
    this.all = Array.from({ length: count }, (_, n) => ({
      n,
      id: chance.uuid('node', n),
      host: `compute-${n + 1}`,
      zone: n % 3 === 0 ? 'az-1' : 'nova',
      use: { vcpus: 0, ram: 0, disk: 0, servers: 0 },
      enabled: true,
      reason: null,
      down: false,
      forcedDown: false,
    }));
  }

  /** What each node has, as all are alike. */
  get size(): Size {
    return this.#model;
  }

  /** The next node that has room, another one than `except`; undefined where none has. */
  choose(flavor: Flavor, except: Node | null = null): Node | undefined {
    for (let tried = 0; tried < this.all.length; tried++) {
      const node = this.all[this.#next++ % this.all.length]!;
      const { vcpus, memory_mb: memory, local_gb: disk } = this.#model;
      const { use } = node;
      if (use.vcpus + flavor.vcpus > vcpus || use.ram + flavor.ram > memory || use.disk + flavor.disk > disk || node === except) continue;
      if (!node.enabled || isDown(node)) continue;
      return node;
    }
    return undefined;
  }

  enter(node: Node, flavor: Flavor): void {
    this.#count(node, flavor, 1);
  }

  /** Takes room on the next node that has it; undefined where none has. */
  place(flavor: Flavor): Node | undefined {
    const node = this.choose(flavor);
    if (node) this.enter(node, flavor);
    return node;
  }

  leave(node: Node, flavor: Flavor): void {
    this.#count(node, flavor, -1);
  }

  #count({ use }: Node, flavor: Flavor, sign: 1 | -1): void {
    use.vcpus += sign * flavor.vcpus;
    use.ram += sign * flavor.ram;
    use.disk += sign * flavor.disk;
    use.servers += sign;
  }

  /** As `/os-hypervisors/detail` lists it. */
  hypervisor(node: Node): Json {
    const { id, host, use, enabled, reason } = node;
    const { memory_mb: memory, local_gb: disk, service } = this.#model;
    return {
      ...this.#model,
      id,
      hypervisor_hostname: host,
      status: enabled ? 'enabled' : 'disabled',
      state: isDown(node) ? 'down' : 'up',
      service: { ...service, id: this.#serviceId(node), host, disabled_reason: reason },
      vcpus_used: use.vcpus,
      memory_mb_used: use.ram,
      local_gb_used: use.disk,
      free_ram_mb: memory - use.ram,
      free_disk_gb: disk - use.disk,
      running_vms: use.servers,
    };
  }

  #serviceId = ({ n }: Node): string => this.#chance.uuid('service', n);

  /** Changes the service of a node, as Nova does; undefined where there is none of that id. */
  change(serviceId: string, { status, disabled_reason: reason, forced_down: forced }: ServiceChange): Json | undefined {
    const node = this.all.find((one) => this.#serviceId(one) === serviceId);
    if (!node) return undefined;
    if (status !== undefined) node.enabled = status === 'enabled';
    node.reason = node.enabled ? null : (reason ?? node.reason);
    node.forcedDown = forced ?? node.forcedDown;
    return { ...this.#service, id: serviceId, host: node.host, zone: node.zone, ...this.#statusOf(node), forced_down: node.forcedDown };
  }

  #statusOf = (node: Node): Json => ({
    status: node.enabled ? 'enabled' : 'disabled',
    state: isDown(node) ? 'down' : 'up',
    disabled_reason: node.reason,
  });

  /** As `/os-services` lists them: the controllers, then a service per node; all of one program where it is named. */
  services(binary: string | null): Json[] {
    const updatedAt = new Date().toISOString().replace(/\.\d+Z$/, '.000000');
    const controllers = this.#controllers.map((service) => ({ ...service, updated_at: updatedAt }));
    const computes = this.all.map((node, n) => ({
      ...this.#service,
      ...this.#statusOf(node),
      id: n + 10,
      host: node.host,
      zone: node.zone,
      updated_at: updatedAt,
    }));
    return [...controllers, ...computes].filter((service: Json) => binary === null || service['binary'] === binary);
  }
}

/** What Nova says of a node that does not exist. */
export const HYPERVISOR_UNKNOWN = answerTo('GET', /os-hypervisors\/11111111/, 404);
