import { flavorCalls } from '@gantry/contract/nouns/flavors/calls';
import { images as imageNoun } from '@gantry/contract/nouns/images/index';
import { networkCalls } from '@gantry/contract/nouns/networks/calls';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { sessionCalls } from '@gantry/contract/nouns/session/calls';
import { volumeCalls } from '@gantry/contract/nouns/volumes/calls';
import { fillPath } from '@gantry/contract/wire/call';
import { signInTo, type Session } from '../../tools/lib/session.ts';
import { listen, type Listening } from '../../fakes/socket.ts';
import type { Cloud } from './clouds.ts';
import type { RunningProduct } from '../../tools/lib/product.ts';

/** Milliseconds until a new product must know the servers of its cloud. */
const KNOWN_MS = 300_000;

/** Milliseconds until a server that is deleted is gone. */
const GONE_MS = 10_000;

/** The API as the member of the project uses it. */
export class Api {
  readonly #cloud: Cloud;
  readonly #session: Session;
  readonly #url: string;
  /** Ids of servers that it made and has not deleted. */
  readonly #made: string[] = [];
  /** What the cloud can do: `server.powerOff`. */
  readonly capabilities: ReadonlySet<string>;

  constructor(cloud: Cloud, session: Session, url: string, capabilities: readonly string[]) {
    this.#cloud = cloud;
    this.#url = url;
    this.#session = session;
    this.capabilities = new Set(capabilities);
  }

  /** Creates a server of the usual kind, for what the form does not offer, such as a fault to be met, and for what a test begins with. */
  async createServer(
    name: string,
    more: Partial<Pick<ServerCreate, 'metadata' | 'volume_size' | 'volumes' | 'ha_enabled' | 'network_ids'>> = {},
  ): Promise<void> {
    const { image, flavor, network } = this.#cloud.server;
    const [images, flavors, networks] = await Promise.all([
      this.#session.get(`${imageNoun.calls.list.path}?name=${encodeURIComponent(image)}`),
      this.#session.get(`${flavorCalls.list.path}?name=${encodeURIComponent(flavor)}`),
      this.#session.get(`${networkCalls.list.path}?name=${encodeURIComponent(network)}`),
    ]);
    const idOf = ([item]: readonly { id: string }[], what: string): string => {
      if (!item) throw new Error(`the cloud has no ${what}`);
      return item.id;
    };
    const made = await this.#session.post(serverCalls.create.path, {
      name,
      image_id: idOf(imageNoun.calls.list.answer.parse(images).data, image),
      flavor_id: idOf(flavorCalls.list.answer.parse(flavors).data, flavor),
      network_ids: [idOf(networkCalls.list.answer.parse(networks).data, network)],
      ...more,
    });
    this.#made.push(serverCalls.create.answer.parse(made).id ?? '');
  }

  /** Deletes the servers that a test has made and left, so that the quota holds for all tests; those that somebody locked stay. */
  async tidy(): Promise<void> {
    const { path } = serverCalls.delete;
    for (const serverId of this.#made.splice(0)) {
      const address = fillPath(path, { serverId });
      if ((await this.#session.delete(address)) !== 202) continue;
      const until = Date.now() + GONE_MS;
      while ((await this.#session.delete(address)) !== 404 && Date.now() < until) await new Promise((wake) => setTimeout(wake, 100));
    }
  }

  /** Deletes one of them. */
  async deleteServer(serverId: string): Promise<void> {
    await this.#session.delete(fillPath(serverCalls.delete.path, { serverId }));
  }

  /** A socket of the member's that no browser has opened. */
  listen(): Promise<Listening> {
    return listen(this.#url, this.#session);
  }

  /** Does something to servers, by their names, as one task. */
  async act(call: 'bulkStart' | 'bulkStop', names: readonly string[]): Promise<void> {
    const { path, answer } = serverCalls.list;
    const { data } = answer.parse(await this.#session.get(`${path}?name=${encodeURIComponent(`in:${names.join(',')}`)}`));
    await this.#session.post(serverCalls[call].path, { ids: data.map(({ id }) => id) });
  }

  /** How many volumes of that name there are. */
  async countVolumes(name: string): Promise<number> {
    const { path, answer } = volumeCalls.list;
    return answer.parse(await this.#session.get(`${path}?name=${encodeURIComponent(name)}`)).data.length;
  }

  /** A one-time ticket for the console of a server. */
  async ticket(serverId: string): Promise<string> {
    const { path, answer } = serverCalls.console;
    return answer.parse(await this.#session.get(fillPath(path, { serverId }))).token;
  }
}

/** Signs the member in, and waits until the product knows the cloud's servers. */
export async function openApi(product: RunningProduct, cloud: Cloud): Promise<Api> {
  const { domain, name, project = '', password } = cloud.people.member;
  const session = await signInTo(product.selfService, domain, name, project, password);
  const count = async () => serverCalls.list.answer.parse(await session.get(`${serverCalls.list.path}?with_count=true&limit=1`)).count ?? 0;
  for (const until = Date.now() + KNOWN_MS; (await count()) < cloud.servers; await new Promise((wake) => setTimeout(wake, 200)))
    if (Date.now() > until) throw new Error(`the product knows only ${await count()} servers of ${cloud.servers}`);
  const { capabilities } = sessionCalls.meta.answer.parse(await session.get(sessionCalls.meta.path));
  return new Api(cloud, session, product.selfService, capabilities);
}
