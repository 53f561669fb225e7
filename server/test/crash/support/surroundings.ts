/** What somebody builds around servers: load balancers with pools of them, and VPN connections. */
import { nouns } from '@gantry/contract';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import type { Client } from '../../support/client.ts';
import { isAccepted, REFUSALS, type Around, type Ledger, type Outcome } from './ledger.ts';
import type { Random } from './random.ts';

const { loadBalancers, loadBalancerPools, vpnConnections, networks, routers, tasks } = nouns;

/** Where it is built: the network of the servers, and a router outside with a subnet behind it. */
export interface Site {
  networkId: string;
  routerId: string;
  subnetId: string;
}

/** Makes a network and a router, in a run that ends in order. */
export async function makeSite(client: Client, index: number, networkId: string): Promise<Site> {
  const done = async ({ id, task_id: taskId }: { id: string | null; task_id: string }): Promise<string> => {
    for (let task; task?.state !== 'success';) {
      task = await client.call(tasks.calls.read, { params: { taskId } });
      if (task.state === 'failed') throw new Error(`${task.name}: ${task.error?.code}`);
    }
    return id!;
  };
  const all = await client.call(networks.calls.list, { query: { limit: 1000 } });
  const outside = all.data.find(({ router_external: isExternal }) => isExternal)!;
  const name = `site-${index}`;
  const inner = await done(
    await client.call(networks.calls.createPrivate, { body: { name, subnets: [{ cidr: `10.${130 + index}.0.0/24` }] } }),
  );
  const body = { name, external_gateway_info: { network_id: outside.id }, interfaces: [{ network_id: inner }] };
  const routerId = await done(await client.call(routers.calls.create, { body }));
  const { subnets } = await client.call(networks.calls.read, { params: { networkId: inner } });
  return { networkId, routerId, subnetId: subnets[0]!.id };
}

/** Sends a request and notes what came of it. */
type Send = <C extends Call>(
  url: string,
  call: C,
  input: CallInput<C>,
  headers: Record<string, string>,
  request?: string,
  refusals?: ReadonlySet<string>,
) => Promise<{ outcome: Outcome }>;

/** A server that is to be a member may be gone by then. */
const WITH_MEMBERS: ReadonlySet<string> = new Set([...REFUSALS, 'validation_failed']);
/** Things of one sort that somebody keeps. */
const MOST = 3;

export class Surroundings {
  readonly #owner: number;
  readonly #site: Site;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #send: Send;

  constructor(owner: number, site: Site, ledger: Ledger, random: Random, send: Send) {
    this.#owner = owner;
    this.#site = site;
    this.#ledger = ledger;
    this.#random = random;
    this.#send = send;
  }

  /** One request, whatever comes to mind. */
  act(url: string): Promise<void> {
    const [balancers, pools, connections] = [this.#own('load_balancer'), this.#own('load_balancer_pool'), this.#own('vpn_connection')];
    const balancer = balancers.length > 0 ? this.#random.pick(balancers) : undefined;
    const chance = this.#random.next();
    if (!balancer || (balancers.length < MOST && chance < 0.25)) return this.#makeBalancer(url);
    if (chance < 0.5) return this.#makePool(url, balancer);
    if (connections.length < MOST && chance < 0.7) return this.#makeConnection(url);
    if (chance < 0.8 && connections.length > 0) return this.#change(url, this.#random.pick(connections));
    if (chance < 0.9) return this.#change(url, balancer);
    return this.#delete(url, this.#random.pick([...balancers, ...pools, ...connections]));
  }

  /** What was acknowledged and, as far as is known, not deleted. */
  #own(kind: Around['kind']): Around[] {
    const isThere = ({ outcome, deletions }: Around): boolean => isAccepted(outcome) && deletions.length === 0;
    return this.#ledger.around.filter(
      (one) => one.kind === kind && one.owner === this.#owner && isThere(one) && (!one.of || isThere(one.of)),
    );
  }

  #noted(kind: Around['kind'], of?: Around): Around {
    const name = `around-${this.#owner}-${this.#ledger.around.length}`;
    const noted: Around = { kind, name, owner: this.#owner, outcome: 'lost', deletions: [], ...(of && { of }) };
    this.#ledger.around.push(noted);
    return noted;
  }

  /** A port that nothing else has, with a living server behind it where there is one. */
  #pool(name: string) {
    const living = this.#ledger.living(this.#owner);
    const members = living.length > 0 ? [{ server_id: this.#random.pick(living).id }] : [];
    const port = this.#ledger.around.length + 1000;
    return { name, protocol: 'TCP', protocol_port: port, backend_protocol: 'TCP', backend_protocol_port: 80, members } as const;
  }

  async #makeBalancer(url: string): Promise<void> {
    const noted = this.#noted('load_balancer');
    const pools = this.#random.next() < 0.5 ? [this.#pool(`${noted.name}-pool`)] : [];
    const body = { name: noted.name, network_id: this.#site.networkId, pools };
    // Somebody impatient asks twice with one key: it is made once.
    const key = { [IDEMPOTENCY_HEADER]: `key-of-${noted.name}` };
    const times = this.#random.next() < 0.3 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.#send(url, loadBalancers.calls.create, { body }, key, undefined, WITH_MEMBERS)),
    );
    noted.outcome = answers.map(({ outcome }) => outcome).find(isAccepted) ?? answers.at(-1)!.outcome;
  }

  async #makePool(url: string, of: Around): Promise<void> {
    const noted = this.#noted('load_balancer_pool', of);
    const body = { loadbalancer_id: idOf(of), ...this.#pool(noted.name) };
    noted.outcome = (await this.#send(url, loadBalancerPools.calls.create, { body }, {}, undefined, WITH_MEMBERS)).outcome;
  }

  async #makeConnection(url: string): Promise<void> {
    const noted = this.#noted('vpn_connection');
    const { name } = noted;
    const number = this.#ledger.around.length;
    const body = {
      name,
      router_id: this.#site.routerId,
      local_subnet_ids: [this.#site.subnetId],
      peer_cidrs: [`172.${16 + (number >> 8)}.${number & 255}.0/24`],
      peer_address: '203.0.113.200',
      psk: 'w7Rk2-pQ9zL_4mXc',
      ike_policy: { name },
      ipsec_policy: { name },
    };
    noted.outcome = (await this.#send(url, vpnConnections.calls.create, { body }, {})).outcome;
  }

  async #change(url: string, one: Around): Promise<void> {
    if (one.kind === 'vpn_connection') await this.#send(url, vpnConnections.calls.restart, { params: { vpnId: idOf(one) } }, {});
    else
      await this.#send(
        url,
        loadBalancers.calls.update,
        { params: { loadBalancerId: idOf(one) }, body: { enabled: this.#random.next() < 0.5 } },
        {},
      );
  }

  async #delete(url: string, one: Around): Promise<void> {
    const id = idOf(one);
    // Written down before it is sent, so that nobody relies on it.
    const at = one.deletions.push('lost') - 1;
    const asked = {
      load_balancer: () => this.#send(url, loadBalancers.calls.delete, { params: { loadBalancerId: id } }, {}),
      load_balancer_pool: () => this.#send(url, loadBalancerPools.calls.delete, { params: { loadBalancerPoolId: id } }, {}),
      vpn_connection: () => this.#send(url, vpnConnections.calls.delete, { params: { vpnId: id } }, {}),
    };
    const { outcome } = await asked[one.kind]();
    // What was refused was not done.
    if (outcome === 'lost' || isAccepted(outcome)) one.deletions[at] = outcome;
    else one.deletions.splice(at, 1);
  }
}

const idOf = ({ outcome }: Around): string => (isAccepted(outcome) ? (outcome.accepted.id ?? '') : '');
