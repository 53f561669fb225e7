/** An engine on a replayed cloud and a real store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, vi } from 'vitest';
import { stringify } from 'yaml';
import { kinds } from '@gantry/contract';
import type { Scope } from '@gantry/contract/access/roles';
import { openstack } from '../../../../src/app/engine-types.ts';
import { createDisk } from '../../../../src/ops/free-space.ts';
import type { CommandContext, Engine, EnterableScope, Principal } from '../../../../src/port/engine.ts';
import type { Document, Row } from '../../../../src/port/store/rows.ts';
import type { Store } from '../../../../src/port/store/store.ts';
import { openTestStore, type DatabaseName } from '../../../support/databases.ts';
import { AsRecorded } from '../../../../../fakes/openstack/as-recorded.ts';
import type { Listener } from '../../../../../fakes/openstack/listener.ts';
import { PASSWORD } from '../../../../../fakes/openstack/options.ts';

/** Nothing is swept by itself within a test, unless it says so. */
const SELDOM = {
  schedules: 3600,
  changes: 0.05,
  retry: 0.1,
  transition: 0.05,
  servers: 3600,
  volumes: 3600,
  networks: 3600,
  load_balancers: 3600,
  images: 3600,
  flavors: 3600,
  nodes: 3600,
  identity: 3600,
  catalogue: 3600,
};

export interface BenchOptions {
  database?: DatabaseName;
  /** Settings over those of the bench. */
  poll?: Partial<Record<keyof typeof SELDOM, number>>;
  settings?: Readonly<Record<string, unknown>>;
  /** Milliseconds that the mirror's lease lasts. */
  lease?: number;
}

/** On the recorded cloud, or on one that keeps what it is asked to. */
export class Bench<C extends Listener = AsRecorded> {
  readonly cloud: C;
  readonly store: Store;
  readonly #make: () => Promise<Engine>;
  readonly #end: () => Promise<void>;
  engine!: Engine;

  private constructor(cloud: C, store: Store, make: () => Promise<Engine>, end: () => Promise<void>) {
    this.cloud = cloud;
    this.store = store;
    this.#make = make;
    this.#end = end;
  }

  static open(options?: BenchOptions): Promise<Bench> {
    return Bench.on(new AsRecorded(), options);
  }

  static async on<C extends Listener>(
    cloud: C,
    { database = 'sqlite', poll = {}, settings = {}, lease = 15_000 }: BenchOptions = {},
  ): Promise<Bench<C>> {
    await cloud.start();
    // Nothing has changed since the recording: were it played back, each poll would undo what a test changes by other answers.
    cloud.on('GET', /changes-since/, () => ({ answer: { servers: [] } }));
    const { store, close } = await openTestStore(database);
    const folder = mkdtempSync(join(tmpdir(), 'gantry-cloud-'));
    const file = join(folder, 'clouds.yaml');
    const auth = {
      auth_url: cloud.authUrl,
      username: 'admin',
      password: PASSWORD,
      project_name: 'admin',
      user_domain_name: 'Default',
      project_domain_name: 'Default',
    };
    writeFileSync(file, stringify({ clouds: { cloud: { auth, region_name: 'RegionOne' } } }));
    const parsed = openstack.settings.parse({ clouds_file: file, cloud: 'cloud', poll: { ...SELDOM, ...poll }, ...settings });
    const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
    const make = () =>
      openstack.create({ id: 'cloud', store, log, owner: 'test', lease, folder, disk: createDisk(async () => 1e12) }, parsed);
    const bench = new Bench(cloud, store, make, async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    });
    bench.engine = await make();
    return bench;
  }

  /** Starts the mirror and waits for the first sync. */
  async mirrored(): Promise<this> {
    await this.engine.start();
    await this.swept();
    return this;
  }

  /** Waits until every kind has been swept once. */
  async swept(): Promise<void> {
    await vi.waitFor(
      async () => {
        for (const kind of ['server', 'volume', 'network', 'node', 'user', 'domain'])
          if ((await this.store.read.countRows('cloud', kind)) === 0 || this.engine.health(kind).asOf === null)
            throw new Error(`no ${kind} yet`);
      },
      { timeout: 30_000, interval: 20 },
    );
  }

  /** Waits until all that is mirrored is in step: nothing of the first sync is written any more. */
  async inStep(): Promise<void> {
    // What a cloud itself is is told without a row.
    const own = new Set(['compute_cluster', 'storage_cluster']);
    const mirrored = [...kinds.values()].flatMap(({ name, isOurs }) => (isOurs || own.has(name) ? [] : [name]));
    await vi.waitFor(() => {
      const late = mirrored.filter((kind) => this.engine.health(kind).asOf === null);
      if (late.length > 0) throw new Error(`not in step yet: ${late.join(', ')}`);
    });
  }

  /** The engine stops and another one takes its place, as after a restart. */
  async restart(): Promise<void> {
    await this.engine.stop();
    this.engine = await this.#make();
    await this.engine.start();
  }

  async row(kind: string, name: string): Promise<Row | undefined> {
    return this.store.read.get({ engine: 'cloud', kind, id: this.cloud.id(name) });
  }

  async document(kind: string, name: string): Promise<Document> {
    const row = await this.row(kind, name);
    if (!row) throw new Error(`no row of ${kind} ${name}`);
    return row.document;
  }

  signIn(username: string, domain = 'acme', password = PASSWORD): Promise<Principal> {
    return this.engine.identity!.signIn({ domain, username, password });
  }

  project(name: string): Scope & { type: 'project' } {
    return { type: 'project', projectId: this.cloud.id(name), domainId: this.cloud.id('acme') };
  }

  /** What a command gets when this user gives it in a project. */
  async asking(username: string, project = 'acme-prod'): Promise<CommandContext> {
    return this.#asking(await this.signIn(username), this.project(project));
  }

  /** The same of the administrator of the cloud, in the scope of the system. */
  async operating(): Promise<CommandContext> {
    return this.#asking(await this.signIn('admin', 'Default'), { type: 'system' });
  }

  async #asking(principal: Principal, wanted: EnterableScope): Promise<CommandContext> {
    const { scope, credential } = await this.engine.identity!.enter(principal, wanted);
    const { userId, userName } = principal;
    const domainId = scope.type === 'project' ? scope.domainId : principal.domainId;
    return {
      taskId: 'recorded-task',
      actor: { userId, userName, domainId, scope, sessionHash: null, scopeTokenHash: null },
      credential,
      store: this.store,
      log: pino({ level: 'silent' }),
      requestId: '00000000-0000-4000-8000-000000000000',
      signal: AbortSignal.timeout(60_000),
      progress: () => undefined,
    };
  }

  async close(): Promise<void> {
    await this.engine.stop();
    await this.#end();
    await this.cloud.stop();
  }
}

/** Lets the cloud of a bench answer otherwise, for the test that says so: after it, it answers as before. */
export function forOneTest(bench: () => Bench): (...answer: Parameters<Listener['on']>) => void {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo.splice(0)) step();
  });
  return (...answer) => void undo.push(bench().cloud.on(...answer));
}
