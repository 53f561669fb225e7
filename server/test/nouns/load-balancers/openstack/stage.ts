/** An engine on a cloud that keeps load balancers, with a project that has machines. */
import { commandNamed, type Acceptance, type CommandContext } from '../../../../src/port/engine.ts';
import type { Row } from '../../../../src/port/store/rows.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import type { Collection } from '../../../../../fakes/openstack/collection.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';

/** What a pool is that nobody says more of. */
export const WEB = { protocol: 'HTTP', protocol_port: 80, backend_protocol: 'HTTP', backend_protocol_port: 8080 } as const;

/** Somewhere for the tests of load balancers to happen. */
export class Stage {
  readonly bench: Bench<Replay>;
  readonly projectId: string;
  readonly networkId: string;
  #tasks = 0;

  private constructor(bench: Bench<Replay>) {
    this.bench = bench;
    this.projectId = bench.cloud.id('acme-prod');
    this.networkId = bench.cloud.cloud.wares.networkOf(this.projectId)!.network.id;
  }

  static async open(): Promise<Stage> {
    const replay = new Replay({ ...DEFAULTS, servers: 8, projects: 2, act: 0 }, true);
    const stage = new Stage(await (await Bench.on(replay)).mirrored());
    for (const kind of ['load_balancer', 'load_balancer_pool', 'load_balancer_flavor', 'router', 'floating_ip', 'network', 'server'])
      while (stage.bench.engine.health(kind).asOf === null) await new Promise((resolve) => setTimeout(resolve, 10));
    return stage;
  }

  get octavia() {
    return this.bench.cloud.cloud.balancing;
  }

  get keys() {
    return this.bench.cloud.cloud.secrets;
  }

  /** Machines of the project, with an address of each. */
  get machines(): { id: string; address: string }[] {
    const own = this.bench.cloud.cloud.servers.filter(({ projectId, ports }) => projectId === this.projectId && ports.length > 0);
    return own.map(({ id, ports }) => ({ id, address: ports[0]!.address }));
  }

  /** A task of its own each time. */
  async task(user = 'alice', project?: string): Promise<CommandContext> {
    this.#tasks += 1;
    return { ...(await this.bench.asking(user, project)), taskId: `task-${this.#tasks}` };
  }

  command = (name: string) => commandNamed<unknown>(this.bench.engine, name)!;

  /** Lets a command run to its end. */
  async done(name: string, target: Row | null, body: object, context?: CommandContext): Promise<string> {
    const by = context ?? (await this.task());
    const { accept, settle } = this.command(name);
    const acceptance: Acceptance = await accept(by, target, body);
    await settle?.(by, acceptance, body);
    return acceptance.id;
  }

  row = async (kind: string, id: string): Promise<Row> => {
    const row = await this.bench.store.read.get({ engine: 'cloud', kind, id });
    if (!row) throw new Error(`no ${kind} ${id}`);
    return row;
  };
  isGone = async (kind: string, id: string): Promise<boolean> =>
    (await this.bench.store.read.get({ engine: 'cloud', kind, id })) === undefined;

  /** All is swept again, as after a while. */
  async swept(): Promise<void> {
    await this.bench.restart();
    for (const kind of ['load_balancer', 'load_balancer_pool'])
      while (this.bench.engine.health(kind).asOf === null) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  balancer = (body: object = {}): Promise<string> =>
    this.done('load_balancer.create', null, { name: 'shop', network_id: this.networkId, ...body });
  pool = (balancerId: string, body: object = {}): Promise<string> =>
    this.done('load_balancer_pool.create', null, { loadbalancer_id: balancerId, name: 'web', ...WEB, ...body });

  /** Requests for a change of the service so far. */
  sent = (method: string, place: RegExp) =>
    this.bench.cloud.asked.filter((one) => one.service === 'load-balancer' && one.method === method && place.test(one.place));

  /** Nothing is there, and nothing was asked yet. */
  reset(): void {
    const { balancers, listeners, pools, monitors, members, policies, amphorae } = this.octavia;
    for (const kept of [balancers, listeners, pools, monitors, members, policies, amphorae]) kept.items.clear();
    for (const kept of [this.keys.secrets, this.keys.containers]) kept.items.clear();
    this.bench.cloud.cloud.limits.set('load-balancer', this.projectId, { loadbalancer: 10 });
    this.bench.cloud.asked.splice(0);
    this.#tasks = 0;
  }

  /** What there is of a sort that the cloud keeps. */
  all = (kept: Collection) => [...kept.items.values()];
  close = (): Promise<void> => this.bench.close();
}
