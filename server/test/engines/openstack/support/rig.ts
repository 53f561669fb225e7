/** The mirror's parts, on a fake cloud, driven step by step. */
import { pino } from 'pino';
import { Api } from '../../../../src/engines/openstack/client/api.ts';
import { ServiceAccount } from '../../../../src/engines/openstack/client/tokens.ts';
import { RoleMapper } from '../../../../src/engines/openstack/identity/roles.ts';
import { ServerChanges } from '../../../../src/nouns/servers/openstack/changes.ts';
import { Directory } from '../../../../src/engines/openstack/mirror/directory.ts';
import { Health } from '../../../../src/engines/openstack/mirror/health.ts';
import { touchedBy } from './touched.ts';
import { LatencyTracker } from '../../../../src/engines/openstack/mirror/latency-tracker.ts';
import { Rereads } from '../../../../src/engines/openstack/mirror/rereads.ts';
import { Rows } from '../../../../src/engines/openstack/mirror/rows.ts';
import { needsOf, strategiesOf } from '../../../../src/engines/openstack/mirror/strategies.ts';
import { NOUNS } from '../../../../src/nouns/openstack.ts';
import { Sweep, type SweepResult } from '../../../../src/engines/openstack/mirror/sweep.ts';
import { Unreadable } from '../../../../src/engines/openstack/mirror/unreadable.ts';
import { settings } from '../../../../src/engines/openstack/settings.ts';
import type { Document } from '../../../../src/port/store/rows.ts';
import type { Store } from '../../../../src/port/store/store.ts';
import { openTestStore } from '../../../support/databases.ts';
import type { Listener } from '../../../../../fakes/openstack/listener.ts';
import { PASSWORD } from '../../../../../fakes/openstack/options.ts';

export class Rig<C extends Listener> {
  readonly cloud: C;
  readonly store: Store;
  readonly rereads: Rereads;
  readonly changes: ServerChanges;
  readonly health: Health;
  /** All that is mirrored, in the order in which it is swept. */
  readonly kinds: readonly string[];
  /** The polls of a process that starts on the same store. */
  readonly reopened: () => ServerChanges;
  readonly #sweeperOf: (kind: string) => Sweep;
  readonly #close: () => Promise<void>;
  readonly #signal = new AbortController();

  private constructor(cloud: C, store: Store, page: number, close: () => Promise<void>) {
    this.cloud = cloud;
    this.store = store;
    this.#close = close;
    const log = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
    const options = settings.parse({ clouds_file: 'x', cloud: 'x' });
    const strategies = strategiesOf(NOUNS, options);
    this.health = new Health(store, 'cloud', log, new LatencyTracker(options.outages), (kind) => needsOf(strategies, kind));
    const { authUrl } = cloud;
    const scope = { project: { name: 'admin', domain: { name: 'Default' } } };
    const user = { name: 'admin', domain: { name: 'Default' }, password: PASSWORD };
    const account = new ServiceAccount({ authUrl, timeLimit: 5000 }, { identity: { methods: ['password'], password: { user } }, scope });
    const { observer } = this.health;
    const api = new Api({ account, authUrl, region: 'RegionOne', interface: 'public', timeLimit: 5000, observer, breaker: this.health });
    const context = {
      engine: 'cloud',
      api,
      store,
      log,
      directory: new Directory(api),
      roles: new RoleMapper([], async () => undefined),
      health: this.health,
      unreadable: new Unreadable(log, this.health),
      pageSize: page,
    };
    const rows = new Rows(context, strategies, {
      note: () => undefined,
      forget: () => undefined,
      late: (kind, id) => this.rereads.want(kind, id),
    });
    this.rereads = new Rereads(context, strategies, rows);
    this.reopened = () => new ServerChanges(context, rows);
    this.changes = this.reopened();
    this.#sweeperOf = (kind) => new Sweep(context, strategies.get(kind)!, rows);
    this.kinds = [...strategies.keys()];
  }

  static async on<C extends Listener>(cloud: C, page = 5): Promise<Rig<C>> {
    await cloud.start();
    const { store, close } = await openTestStore('sqlite', { misfits: () => undefined });
    return new Rig(cloud, store, page, close);
  }

  poll = (): Promise<boolean> => this.changes.poll(this.#signal.signal);
  sweep = (): Promise<SweepResult> => this.sweepOf('server');
  sweepOf = (kind: string): Promise<SweepResult> => this.#sweeperOf(kind).run(this.#signal.signal);

  /** Documents of a kind as readers get them, with their marks, by their ids. */
  async documents(kind: string): Promise<Map<string, Document>> {
    const found = new Map<string, Document>();
    for await (const some of this.store.read.sweep('cloud', kind)) {
      const ids = some.map(({ id }) => id);
      for (const [id, { document, unreadable }] of await this.store.read.getMany('cloud', kind, ids))
        found.set(id, { ...document, ...(unreadable && { unreadable }) });
    }
    return found;
  }

  /** A message of the bus, as it would be taken from the queue. */
  hear(content: string): void {
    for (const { kind, id } of touchedBy(content)) if (id !== null) this.rereads.want(kind, id);
  }

  /** Id → name of all servers in the store. */
  async names(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for await (const rows of this.store.read.sweep('cloud', 'server'))
      for (const { id, document } of rows) found[id] = String(document['name']);
    return found;
  }

  async close(): Promise<void> {
    await this.rereads.stop();
    await this.#close();
    await this.cloud.stop();
  }
}
