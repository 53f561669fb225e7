/**
 * Stops and hangs the services of a real cloud one after the other, and in pairs, while people look and work: each outage must be seen
 * within five seconds, or ten where it hangs, delete nothing, refuse commands by name, and be healed within ten seconds of the service's return.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { nouns } from '@gantry/contract';
import { startProduct } from '../../../tools/lib/product.ts';
import { visit, type Visitor } from '../scenarios/support/stand.ts';
import { Refused } from '../support/client.ts';
import { readSuite, type Suite } from './config.ts';
import { Load, shown } from './load.ts';
import { Outages, type How } from './outages.ts';
import { Ears } from './quiet.ts';
import { Truth, type Picture } from './truth.ts';

/** Milliseconds, from the requirement. */
const SEEN_MS = { stop: 5000, hang: 10_000 };
const HEALED_MS = 10_000;
/** Until what was changed aside must have arrived, and how often is looked. */
const ARRIVAL_MS = 90_000;
const LOOK_MS = 100;
/** For how long is looked whether an outage is seen: a service may take its time to stop in order. */
const SIGHT_MS = 60_000;
/** The servers of this suite, by their names. */
const MADE = /^(faults-aside-\d+|faults-worked-on|faults-refused-on) \| /;

interface Line {
  services: string;
  how: How;
  seen: number;
  healed: number;
  lost: number;
  command: string;
  load?: Load;
  problems: string[];
}

const made = z.object({ server: z.object({ id: z.string() }) });
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

class FaultSuite {
  readonly #suite: Suite;
  readonly #truth: Truth;
  readonly #outages: Outages;
  readonly #admin: Visitor;
  readonly #tenant: Visitor;
  readonly #spare: string[] = [];
  readonly #own: string[] = [];
  #made = 0;

  constructor(suite: Suite, admin: Visitor, tenant: Visitor) {
    this.#suite = suite;
    this.#truth = new Truth(suite);
    this.#outages = new Outages(suite);
    this.#admin = admin;
    this.#tenant = tenant;
  }

  /** Waits until the store is what the cloud is. Throws with what differs. */
  async agreed(limit: number): Promise<void> {
    let difference = 'nothing could be compared';
    for (const until = Date.now() + limit; Date.now() < until; await sleep(LOOK_MS)) {
      difference = await this.#difference();
      if (difference === '') return;
    }
    throw new Error(`store and cloud differ: ${difference}`);
  }

  async #difference(): Promise<string> {
    const [cloud, store] = await Promise.all([this.#truth.picture().catch((error: unknown) => String(error)), shown(this.#admin)]);
    if (typeof cloud === 'string') return cloud;
    const kinds = Object.keys(cloud).filter((kind) => !isDeepStrictEqual(cloud[kind], store.picture[kind]));
    return kinds.map((kind) => `${kind}: ${describe(cloud[kind] ?? {}, store.picture[kind] ?? {})}`).join('; ');
  }

  /** Two servers of the tenant, one to work on and one to be refused on, and some that are made past Gantry. */
  async prepare(): Promise<void> {
    await this.clean();
    const { flavors, images, networks } = await this.#ingredients();
    for (const name of ['faults-worked-on', 'faults-refused-on']) {
      const body = { name, flavor_id: flavors, image_id: images, network_ids: [networks] };
      const { id } = await this.#tenant.client.call(nouns.servers.calls.create, { body });
      this.#own.push(id!);
    }
    for (let count = 0; count < 3; count++) await this.#makeAside();
    await this.agreed(ARRIVAL_MS);
  }

  get workedOn(): string {
    return this.#own[0]!;
  }

  /** A server made past Gantry, by the cloud's own API, in the tenant's project. */
  async #makeAside(): Promise<void> {
    const { flavors, images, networks } = await this.#ingredients();
    const scope = { name: `faults-aside-${++this.#made}`, flavorRef: flavors, imageRef: images, networks: [{ uuid: networks }] };
    const { id } = made.parse(await this.#truth.ask('compute', 'POST', '/servers', { server: scope })).server;
    this.#spare.push(id);
  }

  async #ingredients(): Promise<Record<'flavors' | 'images' | 'networks', string>> {
    const { flavor, image, network } = this.#suite.cloud.server;
    const picture = await this.#truth.picture();
    const idOf = (kind: string, name: string | undefined): string => {
      const found = Object.entries(picture[kind] ?? {}).find(([, face]) => face.split(' | ')[0] === name);
      if (!found) throw new Error(`the cloud has no ${kind} ${name}`);
      return found[0];
    };
    return { flavors: idOf('flavor', flavor), images: idOf('image', image), networks: idOf('network', network) };
  }

  async #deleteAside(id: string): Promise<void> {
    await this.#truth.ask('compute', 'DELETE', `/servers/${id}`);
    this.#spare.splice(this.#spare.indexOf(id), 1);
  }

  async round(services: readonly string[], how: How): Promise<Line> {
    const line: Line = { services: services.join(' + '), how, seen: NaN, healed: NaN, lost: 0, command: '', problems: [] };
    await this.agreed(ARRIVAL_MS);
    const before = (await shown(this.#admin)).picture;
    // What changes past Gantry, right before nobody can tell it.
    const gone = this.#spare[0]!;
    await this.#deleteAside(gone);
    await this.#makeAside();
    // Looked for from the beginning: a service may be silent for long before its process has ended.
    const sight = this.#until(SIGHT_MS, async () => {
      const names = Object.values((await shown(this.#admin)).freshness).flatMap((item) => item?.services.map(({ name }) => name) ?? []);
      return services.every((service) => names.includes(service));
    });
    const [downAt, seenAt] = await Promise.all([this.#outages.begin(services, how), sight]);
    line.seen = seenAt - downAt;
    line.command = await this.#commandDuring(services);
    for (const until = Date.now() + this.#suite.outage * 1000; Date.now() < until; await sleep(LOOK_MS))
      line.lost = Math.max(line.lost, missing(before, (await shown(this.#admin)).picture, gone));
    await this.#outages.end(services, how);
    const backAt = await this.#truth.served();
    let last = '';
    const healedAt = await this.#until(HEALED_MS * 4, async () => {
      const { freshness } = await shown(this.#admin);
      const ill = new Set(
        Object.values(freshness).flatMap((item) => item?.services.map(({ name, problem }) => `${name} ${problem}`) ?? []),
      );
      const difference = ill.size > 0 ? [...ill].join(', ') : await this.#difference();
      last = difference || last;
      return difference === '';
    });
    line.healed = healedAt - backAt;
    if (!(line.seen <= SEEN_MS[how])) line.problems.push(`seen after ${seconds(line.seen)} s`);
    if (!(line.healed <= HEALED_MS)) line.problems.push(`healed after ${seconds(line.healed)} s, the last thing was: ${last}`);
    if (line.lost > 0) line.problems.push(`${line.lost} rows lost`);
    if (line.command.startsWith('!')) line.problems.push(line.command);
    return line;
  }

  /** When it first held; NaN where it never did within the limit. */
  async #until(limit: number, holds: () => Promise<boolean>): Promise<number> {
    for (const until = Date.now() + limit; Date.now() < until; await sleep(LOOK_MS)) if (await holds()) return Date.now();
    return NaN;
  }

  /** Without the compute or the identity service nothing can be changed; the refusal says so and names one of those that are away. */
  async #commandDuring(services: readonly string[]): Promise<string> {
    if (!services.some((service) => service === 'compute' || service === 'identity')) return '-';
    const startedAt = performance.now();
    try {
      const body = { name: 'never' };
      await this.#tenant.client.call(nouns.servers.calls.update, { params: { serverId: this.#own[1]! }, body });
      return '! a command was accepted';
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 503 || error.code !== 'engine_unavailable') return `! ${String(error)}`;
      const detail = error.body.error.data?.detail ?? '';
      if (!services.some((service) => detail.startsWith(`${service}: `))) return `! the refusal does not name the service: ${detail}`;
      return `503 in ${seconds(performance.now() - startedAt)} s`;
    }
  }

  /** Removes what this suite has made, also in a run that was cut off. */
  async clean(): Promise<void> {
    const { server = {} } = await this.#truth.picture();
    for (const [id, face] of Object.entries(server)) if (MADE.test(face)) await this.#truth.ask('compute', 'DELETE', `/servers/${id}`);
  }
}

const describe = (cloud: Readonly<Record<string, string>>, store: Readonly<Record<string, string>>): string =>
  [...new Set([...Object.keys(cloud), ...Object.keys(store)])]
    .filter((id) => cloud[id] !== store[id])
    .slice(0, 3)
    .map((id) => `${id} is "${cloud[id] ?? 'absent'}", shown as "${store[id] ?? 'absent'}"`)
    .join(', ');

/** Rows that were there before and are not now, the deliberately deleted one aside. */
function missing(before: Picture, now: Picture, gone: string): number {
  return Object.entries(before).flatMap(([kind, things]) => Object.keys(things).filter((id) => id !== gone && !(id in (now[kind] ?? {}))))
    .length;
}

function print(lines: readonly Line[]): void {
  const width = Math.max(...lines.map(({ services }) => services.length), 22);
  if (lines.length > 1) console.log(`\n${'services'.padEnd(width)}  how   seen after  healed after  lost  command       lists, slowest`);
  for (const { services, how, seen, healed, lost, command, load, problems } of lines) {
    const figures = `${how.padEnd(5)} ${`${seconds(seen)} s`.padStart(10)} ${`${seconds(healed)} s`.padStart(13)} ${String(lost).padStart(5)}`;
    console.log(
      `${services.padEnd(width)}  ${figures}  ${command.padEnd(12)}  ${load ? `${load.rounds}, ${seconds(load.slowest)} s` : ''}${problems.length > 0 ? `  FAILED: ${problems.join('; ')}` : ''}`,
    );
  }
}

/** Runs a suite against its cloud and prints what was seen. Answers whether everything was as it should be. */
export async function runFaults(path: string, isPolling: boolean): Promise<boolean> {
  const suite = await readSuite(path, isPolling);
  const folder = mkdtempSync(join(tmpdir(), 'gantry-faults-'));
  const product = await startProduct(folder, { GANTRY_CONFIG: suite.cloud.config ?? '', GANTRY_LOG_LEVEL: 'error' });
  const lines: Line[] = [];
  let passed = true;
  let faults: FaultSuite | undefined;
  let ears: Ears | undefined;
  try {
    const admin = await visit(product.administration, suite.cloud, 'system_admin');
    const tenant = await visit(product.selfService, suite.cloud, 'tenant');
    ears = await Ears.open(admin, tenant);
    faults = new FaultSuite(suite, admin, tenant);
    await faults.agreed(ARRIVAL_MS);
    await faults.prepare();
    console.log(`${suite.rounds.length * 2} outages on ${path}${isPolling ? ', polling alone' : ''}`);
    for (const services of suite.rounds)
      for (const how of ['stop', 'hang'] as const) {
        const load = new Load(admin, tenant, faults.workedOn);
        load.start();
        const line = await faults.round(services, how).finally(() => load.stop());
        line.problems.push(...load.complaints.slice(0, 3));
        line.load = load;
        lines.push(line);
        print([line]);
      }
    await faults.agreed(ARRIVAL_MS);
    const { entries, events, before } = await ears.quiet(suite.quiet);
    console.log(
      `\n${suite.quiet} s without a change in the cloud: ${entries} entries in the change log, ${events} changes on the sockets, which had told ${before} before`,
    );
    passed = entries === 0 && events === 0 && before > 0;
  } finally {
    ears?.close();
    await faults?.clean();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  print(lines);
  return passed && lines.every(({ problems }) => problems.length === 0);
}
