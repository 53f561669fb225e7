/**
 * Lets many clients keep the compute service of a real cloud busy while Gantry runs on it: it must not be called silent, and no action
 * refused. Then it is killed, and hung, and the time is taken until Gantry says so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nouns } from '@gantry/contract';
import { startProduct } from '../../../tools/lib/product.ts';
import { shell } from '../scenarios/support/shell.ts';
import { visit, type Visitor } from '../scenarios/support/stand.ts';
import { Refused } from '../support/client.ts';
import { readSuite, type Suite } from './config.ts';
import { Crowd } from './crowd.ts';
import { Truth } from './truth.ts';

const SERVICE = 'compute';
/** Milliseconds, from the requirement. */
const KILLED_MS = 5000;
const HUNG_MS = 10_000;
const HUNG_TIMES = 4;
const LATELY_MS = 300_000;
const LOOK_MS = 100;
/** For how long is looked for what must be seen. */
const SIGHT_MS = 600_000;

export interface Busy {
  minutes: number;
  clients: number;
  /** Servers that each of them lists at once. */
  rows: number;
}

/** What Gantry says of the service, looked at all the time. */
class Watch {
  readonly #admin: Visitor;
  readonly #over = new AbortController();
  readonly #work: Promise<void>;
  silent = false;
  /** How often it was called silent or failing, and why not answered. */
  readonly said: string[] = [];

  constructor(admin: Visitor) {
    this.#admin = admin;
    this.#work = this.#look();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#work;
  }

  /** Milliseconds until it is called silent, or no longer. */
  async until(silent: boolean, since: number): Promise<number> {
    for (const end = Date.now() + SIGHT_MS; Date.now() < end; await sleep(LOOK_MS / 2))
      if (this.silent === silent) return Date.now() - since;
    return NaN;
  }

  async #look(): Promise<void> {
    let before = '';
    for (; !this.#over.signal.aborted; await sleep(LOOK_MS)) {
      const { freshness } = await this.#admin.client.call(nouns.servers.calls.list, { query: { limit: 1 } });
      const services = freshness?.services.filter(({ name }) => name !== 'notifications') ?? [];
      const now = services.map(({ name, problem }) => `${name} ${problem}`).join(', ');
      if (now !== before && now !== '') this.said.push(now);
      before = now;
      this.silent = services.some(({ name, problem }) => name === SERVICE && problem === 'silent');
    }
  }
}

/** A tenant who stops and starts a server of his, each time when the last task has ended. */
class Worker {
  readonly #tenant: Visitor;
  readonly #serverId: string;
  #over = false;
  #work: Promise<void> | undefined;
  done = 0;
  readonly refused: string[] = [];

  constructor(tenant: Visitor, serverId: string) {
    this.#tenant = tenant;
    this.#serverId = serverId;
  }

  start(): void {
    this.#work = this.#act();
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#work;
  }

  async #act(): Promise<void> {
    const { client } = this.#tenant;
    const { calls } = nouns.servers;
    const params = { serverId: this.#serverId };
    for (; !this.#over; await sleep(LOOK_MS)) {
      const { status } = await client.call(calls.read, { params });
      if (status !== 'ACTIVE' && status !== 'SHUTOFF') continue;
      try {
        const { task_id: taskId } = await (status === 'ACTIVE'
          ? client.call(calls.stop, { params })
          : client.call(calls.start, { params }));
        await this.#ended(taskId);
        this.done++;
      } catch (error) {
        this.refused.push(error instanceof Refused ? `${error.code} ${error.body.error.data?.detail ?? ''}` : String(error));
      }
    }
  }

  async #ended(taskId: string): Promise<void> {
    for (;;) {
      const { state, error } = await this.#tenant.client.call(nouns.tasks.calls.read, { params: { taskId } });
      if (state === 'success') return;
      if (error) throw new Error(`task ${state}: ${error.code} ${error.detail ?? ''}`);
      await sleep(LOOK_MS);
    }
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** How the service goes away, and how it comes back. */
async function change(suite: Suite, how: 'kill' | 'start' | 'hang' | 'resume'): Promise<void> {
  const command = suite.commands[how];
  await shell(command.replace('{process}', suite.services[SERVICE]!.process), suite.folder);
}

async function measure(
  suite: Suite,
  { minutes, clients, rows }: Busy,
  admin: Visitor,
  tenant: Visitor,
  serverId: string,
): Promise<boolean> {
  const crowd = new Crowd(new Truth(suite));
  const watch = new Watch(admin);
  const worker = new Worker(tenant, serverId);
  const problems: string[] = [];
  const expectThat = (holds: boolean, what: string): void => {
    console.log(`${holds ? '  ' : '! '}${what}`);
    if (!holds) problems.push(what);
  };
  try {
    crowd.start(clients, rows);
    worker.start();
    await sleep(minutes * 60_000);
    await worker.stop();
    const { answered, failed } = crowd;
    console.log(`${clients} clients, ${minutes} minutes: ${answered} listings, ${failed} failed, slowest ${crowd.slowest().toFixed(1)} s`);
    expectThat(watch.said.length === 0, `false outages: ${watch.said.length} ${watch.said.join('; ')}`);
    expectThat(
      worker.refused.length === 0 && worker.done > 0,
      `actions refused: ${worker.refused.length} of ${worker.refused.length + worker.done} ${worker.refused.join('; ')}`,
    );
    for (const [how, back] of [
      ['hang', 'resume'],
      ['kill', 'start'],
    ] as const) {
      const since = Date.now();
      const limit = how === 'kill' ? KILLED_MS : Math.max(HUNG_MS, HUNG_TIMES * crowd.slowest(since - LATELY_MS) * 1000);
      await change(suite, how);
      const seen = await watch.until(true, since);
      await change(suite, back);
      const healed = await watch.until(false, Date.now());
      expectThat(seen <= limit, `${how}: seen after ${seconds(seen)} (limit ${seconds(limit)}), back after ${seconds(healed)}`);
      // As many answers as make it busy again.
      for (const busy = crowd.answered + 2 * clients; crowd.answered < busy;) await sleep(LOOK_MS);
    }
  } finally {
    await Promise.all([crowd.stop(), worker.stop(), watch.stop()]);
  }
  return problems.length === 0;
}

/** Runs it on the cloud of a fault suite and prints what was seen. Answers whether everything was as it should be. */
export async function runBusy(path: string, busy: Busy): Promise<boolean> {
  const suite = await readSuite(path, false);
  const folder = mkdtempSync(join(tmpdir(), 'gantry-busy-'));
  const product = await startProduct(folder, { GANTRY_CONFIG: suite.cloud.config ?? '', GANTRY_LOG_LEVEL: 'error' });
  try {
    const admin = await visit(product.administration, suite.cloud, 'system_admin');
    const tenant = await visit(product.selfService, suite.cloud, 'tenant');
    const made = await makeServer(suite, tenant);
    try {
      return await measure(suite, busy, admin, tenant, made);
    } finally {
      await tenant.client.call(nouns.servers.calls.delete, { params: { serverId: made } });
    }
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The server that is worked on, once the mirror has what it is made of. */
async function makeServer({ cloud }: Suite, { client }: Visitor): Promise<string> {
  const { flavor, image, network } = cloud.server;
  const one = async (look: () => Promise<readonly { id: string }[]>): Promise<string> => {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(LOOK_MS)) {
      const [found] = await look();
      if (found) return found.id;
    }
    throw new Error('the cloud has nothing to make a server of');
  };
  const body = {
    name: 'busy-worked-on',
    flavor_id: await one(async () => (await client.call(nouns.flavors.calls.list, { query: { name: flavor } })).data),
    image_id: await one(async () => (await client.call(nouns.images.calls.list, { query: { name: image } })).data),
    network_ids: [await one(async () => (await client.call(nouns.networks.calls.list, { query: { name: network } })).data)],
  };
  const { id } = await client.call(nouns.servers.calls.create, { body });
  for (;;) {
    const { status } = await client.call(nouns.servers.calls.read, { params: { serverId: id! } }).catch(() => ({ status: '' }));
    if (status === 'ACTIVE') return id!;
    if (status === 'ERROR') throw new Error('the server to work on has failed');
    await sleep(LOOK_MS);
  }
}
