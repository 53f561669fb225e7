/** Somebody who works with servers and what stands around them, sends every request with an id, and writes down what came of it. */
import { nouns } from '@gantry/contract';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { IDEMPOTENCY_HEADER, REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import type { Accepted } from '../../../src/tasks/port.ts';
import { signIn, type UserName } from '../../support/sign-in.ts';
import { Client } from '../../support/client.ts';
import { isAccepted, isDeletion, type Action, type Creation, type Deed, type Ledger, type Outcome } from './ledger.ts';
import type { Random } from './random.ts';
import { makeSite, Surroundings, type Site } from './surroundings.ts';

const { calls } = nouns.servers;

/** The part of requests that is about what stands around servers. */
const AROUND_SERVERS = 0.25;

export interface Ingredients {
  flavor_id: string;
  image_id: string;
  network_ids: string[];
}

export class Visitor {
  readonly #index: number;
  readonly #client: Client;
  readonly #ingredients: Ingredients;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #surroundings: Surroundings;

  private constructor(index: number, client: Client, ingredients: Ingredients, ledger: Ledger, random: Random, site: Site) {
    this.#index = index;
    this.#client = client;
    this.#ingredients = ingredients;
    this.#ledger = ledger;
    this.#random = random;
    this.#surroundings = new Surroundings(index, site, ledger, random, this.#send.bind(this));
  }

  /** Signs in, which lasts over all restarts, and looks what a small server can be made of. */
  static async enter(url: string, who: { user: UserName; project: string }, index: number, ledger: Ledger, random: Random) {
    const client = await signIn(new Client(url), who.user, who.project);
    const [flavors, images, networks] = await Promise.all([
      client.call(nouns.flavors.calls.list, { query: { sort: 'ram:asc' } }),
      client.call(nouns.images.calls.list),
      client.call(nouns.networks.calls.list),
    ]);
    const image = images.data.find(({ status, min_disk }) => status === 'active' && min_disk <= 10);
    const flavor = flavors.data.find(({ ram }) => ram >= (image?.min_ram ?? 0));
    const network = networks.data.find(({ router_external, shared }) => !router_external && !shared);
    if (!image || !flavor || !network) throw new Error('there is nothing to make a server of');
    const ingredients = { flavor_id: flavor.id, image_id: image.id, network_ids: [network.id] };
    const site = await makeSite(client, index, network.id);
    return new Visitor(index, client, ingredients, ledger, random, site);
  }

  client(url: string): Client {
    return this.#client.at(url);
  }

  /** One request or a few at once, whatever comes to mind. */
  async act(url: string): Promise<void> {
    const mine = this.#ledger.living(this.#index);
    const unknown = this.#ledger.unknown().filter(({ owner }) => owner === this.#index);
    if (this.#random.next() < AROUND_SERVERS) return this.#surroundings.act(url);
    const chance = this.#random.next();
    if (unknown.length > 0 && chance < 0.2) return this.create(url, this.#random.pick(unknown));
    if (mine.length < 4 || chance < 0.35) return this.#createNew(url);
    if (chance < 0.4) return this.create(url, this.#random.pick(mine).creation);
    const action = this.#random.pick(['start', 'stop', 'stop', 'reboot', 'rename', 'delete', 'bulkStop', 'bulkDelete'] as const);
    const many = action === 'bulkStop' || action === 'bulkDelete';
    const ids = this.#random.some(mine, many ? this.#random.whole(2, 4) : 1).map(({ id }) => id);
    await this.#do(url, action, ids);
  }

  async #createNew(url: string): Promise<void> {
    const name = `crash-${this.#index}-${this.#ledger.creations.size}`;
    const creation: Creation = { name, key: `key of ${name}`.replaceAll(' ', '-'), owner: this.#index, outcome: 'lost' };
    this.#ledger.creations.set(name, creation);
    // An impatient person, or a proxy that sends things again.
    const times = this.#random.next() < 0.2 ? 3 : 1;
    await Promise.all(Array.from({ length: times }, () => this.create(url, creation)));
  }

  /** Asks for a server, for the first time or again. */
  async create(url: string, creation: Creation): Promise<void> {
    const { name, key } = creation;
    const body = { ...this.#ingredients, name, metadata: { ledger: name } };
    const { outcome } = await this.#send(url, calls.create, { body }, { [IDEMPOTENCY_HEADER]: key });
    this.#ledger.repeat(creation, outcome);
  }

  async #do(url: string, action: Action, ids: readonly string[]): Promise<void> {
    const [serverId = ''] = ids;
    const to = `renamed-${this.#ledger.deeds.length}`;
    const request = this.#ledger.nextRequest();
    const sent = this.#ledger.moment();
    const deed: Deed = { action, ids, request, sent, answered: Infinity, outcome: 'lost', ...(action === 'rename' && { to }) };
    // Written down before it is sent, so that nobody relies on a server that somebody is about to delete.
    this.#ledger.deeds.push(deed);
    const inputs = {
      start: () => this.#send(url, calls.start, { params: { serverId } }, {}, request),
      stop: () => this.#send(url, calls.stop, { params: { serverId } }, {}, request),
      reboot: () =>
        this.#send(url, calls.reboot, { params: { serverId }, body: { type: this.#random.pick(['SOFT', 'HARD'] as const) } }, {}, request),
      rename: () => this.#send(url, calls.update, { params: { serverId }, body: { name: to } }, {}, request),
      delete: () => this.#send(url, calls.delete, { params: { serverId } }, {}, request),
      bulkStop: () => this.#send(url, calls.bulkStop, { body: { ids: [...ids] } }, {}, request),
      bulkDelete: () => this.#send(url, calls.bulkDelete, { body: { ids: [...ids] } }, {}, request),
    };
    deed.outcome = (await inputs[action]()).outcome;
    deed.answered = this.#ledger.moment();
    // What was refused was not done: others may rely on the server again.
    if (isDeletion(action) && typeof deed.outcome === 'object' && !isAccepted(deed.outcome)) deed.ids = [];
  }

  async #send<C extends Call>(
    url: string,
    call: C,
    input: CallInput<C>,
    headers: Record<string, string>,
    request = this.#ledger.nextRequest(),
    refusals?: ReadonlySet<string>,
  ) {
    let outcome: Outcome;
    try {
      const { status, json } = await this.client(url).reply(call, input, { ...headers, [REQUEST_ID_HEADER]: request });
      outcome = status === 202 ? { accepted: json as Accepted } : { refused: (json as ErrorBody).error.err_code };
    } catch {
      outcome = 'lost'; // the connection broke: nobody knows whether it was done
    }
    this.#ledger.note(request, call.id, outcome, refusals);
    return { outcome };
  }
}
