/** People who look all the time, and one who works, while services come and go. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nouns } from '@gantry/contract';
import type { Freshness, Page } from '@gantry/contract/wire/page';
import { Refused } from '../support/client.ts';
import type { Visitor } from '../scenarios/support/stand.ts';
import { faceOf, type Picture } from './truth.ts';

const LOOK_MS = 200;
const WORK_MS = 3000;
const query = { limit: 1000 };

interface Named {
  id: string;
  name?: string;
  status?: string;
}

const LISTS = {
  server: nouns.servers.calls.list,
  flavor: nouns.flavors.calls.list,
  volume: nouns.volumes.calls.list,
  network: nouns.networks.calls.list,
  image: nouns.images.calls.list,
  domain: nouns.domains.calls.list,
  // Of nothing else is the placement service asked.
  node: nouns.nodes.calls.list,
};

/** All lists as an administrator of the system gets them, with what each says about its freshness. */
export async function shown({ client }: Visitor): Promise<{ picture: Picture; freshness: Record<string, Freshness | undefined> }> {
  const pages = await Promise.all(
    Object.entries(LISTS).map(async ([kind, call]) => [kind, (await client.call(call, { query })) as Page<Named>] as const),
  );
  return {
    picture: Object.fromEntries(pages.map(([kind, { data }]) => [kind, Object.fromEntries(data.map((item) => [item.id, faceOf(item)]))])),
    freshness: Object.fromEntries(pages.map(([kind, { freshness }]) => [kind, freshness])),
  };
}

export class Load {
  readonly #admin: Visitor;
  readonly #tenant: Visitor;
  readonly #serverId: string;
  #over = false;
  #work: Promise<unknown> | undefined;
  /** Milliseconds of the slowest round of all lists. */
  slowest = 0;
  rounds = 0;
  accepted = 0;
  refused = 0;
  /** What must never happen. */
  readonly complaints: string[] = [];

  /** @param serverId of a server that nobody else works on */
  constructor(admin: Visitor, tenant: Visitor, serverId: string) {
    this.#admin = admin;
    this.#tenant = tenant;
    this.#serverId = serverId;
  }

  start(): void {
    this.#work = Promise.all([this.#look(), this.#stopAndStart()]);
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#work;
  }

  async #look(): Promise<void> {
    while (!this.#over) {
      const startedAt = performance.now();
      try {
        await shown(this.#admin);
      } catch (error) {
        this.complaints.push(`a list was not answered: ${String(error)}`);
      }
      this.slowest = Math.max(this.slowest, performance.now() - startedAt);
      this.rounds++;
      await sleep(LOOK_MS);
    }
  }

  async #stopAndStart(): Promise<void> {
    const params = { serverId: this.#serverId };
    for (let stops = true; !this.#over; stops = !stops) {
      try {
        if (stops) await this.#tenant.client.call(nouns.servers.calls.stop, { params });
        else await this.#tenant.client.call(nouns.servers.calls.start, { params });
        this.accepted++;
      } catch (error) {
        if (!(error instanceof Refused) || !['engine_unavailable', 'state_conflict'].includes(error.code))
          this.complaints.push(`a command failed otherwise than by an outage: ${String(error)}`);
        this.refused++;
      }
      await sleep(WORK_MS);
    }
  }
}
